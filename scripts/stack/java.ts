import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { StackError } from './errors.ts'

/** The oldest Java that firebase-tools 15 takes. */
const minimumJava = 21

/** The first JVM that is new enough: of JAVA_HOME, the path, or where operating systems keep JVMs. Throws StackError. */
export function findJava(): { binary: string; major: number } {
  const older: string[] = []
  for (const binary of candidates(process.env)) {
    const major = majorOf(spawnSync(binary, ['-version'], { encoding: 'utf8', timeout: 15_000 }).stderr ?? '')
    if (major >= minimumJava) return { binary, major }
    if (major > 0) older.push(`Java ${major} at ${binary}`)
  }
  throw new StackError(
    `The Firestore emulator needs Java ${minimumJava} or newer; older ones here: ${older.join(', ') || 'none'}.`,
    `  Debian, Ubuntu: sudo apt-get install openjdk-${minimumJava}-jre-headless (or a newer one)
  macOS:          brew install --cask temurin
  elsewhere:      https://adoptium.net, then set JAVA_HOME`,
  )
}

/** The major version in the output of `java -version`: 21 for "21.0.4", 8 for "1.8.0_392", 0 where there is none. */
export const majorOf = (output: string): number => Number(/version "(?:1\.)?(\d+)/.exec(output)?.[1] ?? 0)

/** Files that may be a JVM, the most explicit first, of several in a place the newest. */
function candidates({ JAVA_HOME = '/nowhere', PATH = '', HOME = homedir() }: NodeJS.ProcessEnv): string[] {
  const installed = [
    '/usr/{lib/jvm,java,local/opt}/*',
    '/opt/{java,homebrew/opt}/*',
    '{.sdkman/candidates/java,.asdf/installs/java,.jdks,.local/share/mise/installs/java}/*',
    ...['/', HOME].map(root => path.join(root, 'Library/Java/JavaVirtualMachines/*/Contents/Home')),
  ].map(place => path.resolve(HOME, place, 'bin'))
  return [path.join(JAVA_HOME, 'bin'), ...PATH.split(path.delimiter), ...installed].flatMap(dir =>
    newestFirst(path.join(dir, 'java')),
  )
}

const byVersion = new Intl.Collator('en', { numeric: true })

/** The files that a pattern names, by the versions in their names. */
export const newestFirst = (pattern: string): string[] =>
  globSync(pattern).sort((a, b) => byVersion.compare(b, a))
