import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { repoRoot } from './stack/paths.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const dist = path.join(repoRoot, 'dashboard', 'dist')

/** Kilobytes (1,000 bytes) of compressed JavaScript, by the build's own list of its chunks. */
export function firstLoad() {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const entry = Object.keys(manifest).filter(name => manifest[name]?.isEntry)
  const with_ = (...names: string[]) => size(manifest, [...entry, ...names])
  const auth = 'src/session/firebase-auth.ts'
  const inbox = 'src/app/inbox-page.tsx'
  const morning = 'src/morning/morning-page.tsx'
  return {
    /** What a browser loads before anything runs. */
    entry: with_(),
    /** The same with what signing in needs: the first thing that somebody sees who comes for the first time. */
    signIn: with_(auth, 'src/app/sign-in.tsx'),
    /** The same with the first page of who is signed in instead, without its plots, which nobody sees at once. */
    morning: with_(auth, morning),
    /** The same with the inbox instead: what is there when somebody who is signed in sees the page. */
    inbox: with_(auth, inbox),
    /** And what comes beside the request for the search key: the list of threads itself. */
    threads: with_(auth, inbox, 'src/inbox/thread-search.tsx'),
  }
}

function size(manifest: Record<string, Chunk>, names: string[]): number {
  const reached = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build`)
    if (reached.has(chunk.file)) return
    reached.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  names.forEach(visit)
  const bytes = [...reached].map(file => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
  return Math.round(bytes.reduce((sum, one) => sum + one, 0) / 100) / 10
}
