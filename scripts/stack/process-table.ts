import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * `started` tells a process from a later one that got the same pid; `marked` says its environment carries the marker.
 */
export type ProcessEntry = { pid: number; ppid: number; started: string; marked: boolean }

/** Of the times in /proc, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

/** Every living process. Zombies are left out: they are dead and hold nothing. */
export function processTable(marker: string): ProcessEntry[] {
  return process.platform === 'linux' ? fromProc(marker) : fromPs(marker)
}

/** The processes below any of `roots` (the roots included), and all that carry the marker. */
export function belonging(table: ProcessEntry[], roots: ReadonlySet<number>): ProcessEntry[] {
  const members = new Set(roots)
  let size = -1
  while (size !== members.size) {
    size = members.size
    for (const entry of table) if (entry.marked || members.has(entry.ppid)) members.add(entry.pid)
  }
  return table.filter(entry => members.has(entry.pid))
}

// Slim Linux images have no ps, but always /proc.
function fromProc(marker: string): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The command name may hold anything, parentheses included; the fields follow the last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') continue
      const marked = hasMarker(name, marker)
      entries.push({ pid: Number(name), ppid: Number(fields[1]), started: fields[19] ?? '', marked })
    } catch {
      // It ended while we looked.
    }
  }
  return entries
}

function hasMarker(pid: string, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(marker)
  } catch {
    return false // another user's process
  }
}

function fromPs(marker: string): ProcessEntry[] {
  const marked = markedByPs(marker)
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap(line => {
    const [pid, ppid, state, ...started] = line.trim().split(/\s+/)
    if (!pid || !state || state.startsWith('Z')) return []
    return [
      { pid: Number(pid), ppid: Number(ppid), started: started.join(' '), marked: marked.has(Number(pid)) },
    ]
  })
}

/** `e` shows the environment behind the command, of one's own processes. */
export function markedByPs(marker: string): Set<number> {
  const options = { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], options)
  const lines = (stdout ?? '').split('\n').filter(line => marker && `${line} `.includes(` ${marker} `))
  return new Set(lines.map(line => Number.parseInt(line, 10)))
}

/** How long a process has lived. Seconds. */
export function ageOf({ started }: ProcessEntry): number {
  if (process.platform !== 'linux') return (Date.now() - Date.parse(started)) / 1000
  const uptime = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'))
  return uptime - Number(started) / ticksPerSecond
}
