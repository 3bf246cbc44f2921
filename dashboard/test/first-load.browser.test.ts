import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { journey } from './support/journey.ts'

/** Kilobytes (1,000 bytes) of compressed JavaScript. */
const limit = 200

const dist = path.join(import.meta.dirname, '..', 'dist')
const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
})

/** Kilobytes of these chunks and all that they import, by the build's own list. */
function sizeOf(manifest: Record<string, z.output<typeof chunk>>, names: string[]): number {
  const files = new Set<string>()
  const visit = (name: string): void => {
    const { file, imports } = chunk.parse(manifest[name])
    if (files.has(file)) return
    files.add(file)
    imports.forEach(visit)
  }
  names.forEach(visit)
  const bytes = [...files].map(file => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
  return bytes.reduce((sum, one) => sum + one, 0) / 1000
}

test.each([
  ['anything', []],
  ['signing in', ['src/session/firebase-auth.ts', 'src/app/sign-in.tsx']],
  ['the first page', ['src/session/firebase-auth.ts', 'src/morning/morning-page.tsx']],
  ['the inbox', ['src/session/firebase-auth.ts', 'src/app/inbox-page.tsx']],
])('the code loaded before %s is small', journey, (_, pages) => {
  const text = readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')
  const manifest = z.record(z.string(), chunk).parse(JSON.parse(text))
  const entries = Object.keys(manifest).filter(name => manifest[name]?.isEntry)
  expect(sizeOf(manifest, [...entries, ...pages])).toBeLessThanOrEqual(limit)
})
