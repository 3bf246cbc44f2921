import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLog as read } from '../stack/log-file.ts'

/** A watchdog ends a stack or a served function within seconds of its parent's death. */
const graceMs = 8_000

/**
 * Kills and returns the processes with `marker` in their environment that outlive their check by a grace period. Only
 * Linux lists them.
 */
export async function survivorsOf(marker: string): Promise<string[]> {
  const find = () => globSync('/proc/[0-9]*').filter(dir => read(`${dir}/environ`).includes(marker))
  for (const end = Date.now() + graceMs; find().length > 0 && Date.now() < end; ) await sleep(100)
  const survivors = find().map(
    dir => `pid ${path.basename(dir)}: ${read(`${dir}/cmdline`).replaceAll('\0', ' ').trim()}`,
  )
  // Children started in between are killed, too; a zombie shows no environment.
  for (let dirs = find(); dirs.length > 0; dirs = find()) {
    spawnSync('kill', ['-9', ...dirs.map(dir => path.basename(dir))])
    await sleep(100)
  }
  return survivors
}
