import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Ancestor = { pid: number; ppid: number; command: string }

const everyMs = 1_000

/**
 * Calls `onOrphaned` once when the process that started this one is gone. Through npm that is npm itself, with a
 * shell in between that would keep waiting for us; all of them are watched.
 */
export function watchAncestors(onOrphaned: () => void): () => void {
  const watched = ancestorsToWatch(process.ppid)
  const timer = setInterval(() => {
    const parents = [process.ppid, ...watched.map(({ pid }) => describe(pid)?.ppid ?? 0)]
    if (watched.every(({ pid }, index) => parents[index] === pid)) return
    clearInterval(timer)
    onOrphaned()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The parent, and above it as far as each one is npm or a shell that npm started. */
export function ancestorsToWatch(
  pid: number,
  look: (pid: number) => Ancestor | undefined = describe,
): Ancestor[] {
  const chain: Ancestor[] = []
  for (let current = look(pid); current && current.pid > 1; current = look(current.ppid)) {
    chain.push(current)
    const isNpm = /(^|\/)npm(\s|$)|npm-cli\.js/.test(current.command)
    const parent = look(current.ppid)
    const isShellOfNpm = /^(\S*\/)?(sh|bash|dash|zsh) -c/.test(current.command) && parent !== undefined
    if (isNpm || !isShellOfNpm) break
  }
  return chain
}

/** A living process: its parent and its command line. */
export function describe(pid: number): Ancestor | undefined {
  if (pid < 1) return undefined
  if (process.platform !== 'linux') return describeByPs(pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, ppid: Number(fields[1]), command }
  } catch {
    return undefined
  }
}

function describeByPs(pid: number): Ancestor | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const found = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '')
  return found ? { pid, ppid: Number(found[1]), command: found[2] ?? '' } : undefined
}
