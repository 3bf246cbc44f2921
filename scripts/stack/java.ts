import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** What firebase-tools 15 asks for. */
export const minimumJava = 21

export type Java = { binary: string; major: number }

/**
 * The major version in the output of `java -version`: `21` for "21.0.4", `8` for "1.8.0_392"; undefined when there is
 * none.
 */
export function parseJavaMajor(output: string): number | undefined {
  const found = /version "(?:1\.)?(\d+)/.exec(output)
  return found?.[1] === undefined ? undefined : Number(found[1])
}

/** Places that may hold a JVM, the most explicit first. */
export function javaCandidates(env: NodeJS.ProcessEnv = process.env): string[] {
  const fromHome = env.JAVA_HOME ? [path.join(env.JAVA_HOME, 'bin', 'java')] : []
  const fromPath = (env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map(dir => path.join(dir, 'java'))
  const home = env.HOME ?? homedir()
  const folders = [
    '/usr/lib/jvm',
    '/usr/java',
    '/opt/java',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    path.join(home, '.sdkman/candidates/java'),
    path.join(home, '.asdf/installs/java'),
    path.join(home, '.jdks'),
    path.join(home, '.local/share/mise/installs/java'),
  ].flatMap(childrenNewestFirst)
  const macFolders = [
    '/Library/Java/JavaVirtualMachines',
    path.join(home, 'Library/Java/JavaVirtualMachines'),
  ]
    .flatMap(childrenNewestFirst)
    .map(dir => path.join(dir, 'Contents/Home'))
  const installed = [...folders, ...macFolders].map(dir => path.join(dir, 'bin', 'java'))
  return [...new Set([...fromHome, ...fromPath, ...installed])].filter(existsSync)
}

/** The first JVM that is new enough, or undefined; `seen` collects the others for the message to the person. */
export function findJava(seen: Java[] = []): Java | undefined {
  for (const binary of javaCandidates()) {
    const { stdout, stderr } = spawnSync(binary, ['-version'], { encoding: 'utf8', timeout: 15_000 })
    const major = parseJavaMajor(`${stderr ?? ''}${stdout ?? ''}`)
    if (major === undefined) continue
    if (major >= minimumJava) return { binary, major }
    seen.push({ binary, major })
  }
  return undefined
}

function childrenNewestFirst(dir: string): string[] {
  try {
    const byVersion = new Intl.Collator('en', { numeric: true })
    return readdirSync(dir)
      .sort((a, b) => byVersion.compare(b, a))
      .map(name => path.join(dir, name))
  } catch {
    return []
  }
}
