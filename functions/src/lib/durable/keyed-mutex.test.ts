import { describe, expect, it } from 'vitest'
import { KeyedMutex } from './keyed-mutex.ts'

const never = { sleep: () => new Promise<void>(() => {}) }

/** Work that notes its begin and end in `lines`, and ends after `goOn`. */
function worker(lines: string[]) {
  return (name: string, fails = false) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const run = async () => {
      lines.push(`${name} begins`)
      await promise
      lines.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
    return { run, goOn: resolve }
  }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('keyed mutex', () => {
  it('runs work under one key in turn, whatever became of the work before, and under other keys at once', async () => {
    const lines: string[] = []
    const [mutex, work] = [new KeyedMutex(never), worker(lines)]
    const [first, second, other] = [work('first', true), work('second'), work('other')]
    const failed = mutex.run(['t'], first.run).catch(String)
    const done = mutex.run(['t'], second.run)
    const parallel = mutex.run(['u'], other.run)
    await settled()
    expect(lines).toEqual(['first begins', 'other begins'])
    first.goOn()
    other.goOn()
    expect([await failed, await parallel]).toEqual(['Error: first', 'other'])
    await settled()
    second.goOn()
    expect(await done).toBe('second')
    expect(lines.slice(-3)).toEqual(['other ends', 'second begins', 'second ends'])
  })

  it('runs work with several keys once all of them are free, however many wait', async () => {
    const mutex = new KeyedMutex(never)
    const atOnce = new Map<string, number>()
    let most = 0
    const run = (keys: string[]) => async () => {
      for (const key of keys) atOnce.set(key, (atOnce.get(key) ?? 0) + 1)
      most = Math.max(most, ...atOnce.values())
      await settled()
      for (const key of keys) atOnce.set(key, (atOnce.get(key) ?? 0) - 1)
    }
    const pairs = Array.from({ length: 40 }, (_, index) => [`user ${index % 3}`, `thread ${index % 5}`])
    await Promise.all(pairs.map(keys => mutex.run(keys, run(keys))))
    expect(most).toBe(1)
  })

  it('stops waiting after a while for work that hangs', async () => {
    const waited: number[] = []
    const sleep = async (milliseconds: number) => void waited.push(milliseconds)
    const mutex = new KeyedMutex({ sleep }, 5_000)
    void mutex.run(['t'], () => new Promise(() => {}))
    expect(await mutex.run(['t'], async () => 'done')).toBe('done')
    expect(waited).toEqual([5_000])
  })
})
