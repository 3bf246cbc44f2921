import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './errors.ts'

/** Takes `file` as a lock for this process; false when a living process has it. A dead holder's lock is taken over. */
export function tryLock(file: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true })
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      if (holderIsAlive(file)) return false
      rmSync(file, { force: true })
    }
  }
  return false
}

export function unlock(file: string): void {
  rmSync(file, { force: true })
}

/** Runs `work` while no other process on this machine holds the lock. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) await sleep(100)
  try {
    return await work()
  } finally {
    unlock(file)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but is not ours.
    return errorCode(error) === 'EPERM'
  }
}

function holderIsAlive(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // An empty file is one that is being written this moment.
    return holder === 0 || isAlive(holder)
  } catch {
    return false
  }
}
