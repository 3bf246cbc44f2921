import { describe, expect, it } from 'vitest'
import { KeyedBatcher } from './keyed-batcher.ts'
import { KeyedMutex } from './keyed-mutex.ts'

const never = { sleep: () => new Promise<void>(() => {}) }

/** Work whose first turn lasts until it is told to go on. */
function work(ends: (member: string) => string | undefined = member => `${member} together`) {
  const undertaken: string[][] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    undertaken,
    goOn: resolve,
    together: async (members: readonly string[]) => {
      undertaken.push([...members])
      return members.map(ends)
    },
    alone: async (end: string | undefined) => {
      if (end === undefined) await promise
      return end ?? 'alone'
    },
  }
}

const sharing = (most?: number) => new KeyedBatcher<string, string>(new KeyedMutex(never), most)

describe('keyed batcher', () => {
  it('are one’s own where nobody waits', async () => {
    const [batcher, its] = [sharing(), work()]
    its.goOn()
    expect(await batcher.run('t', 'a', its)).toBe('alone')
    expect(await batcher.run('t', 'b', its)).toBe('alone')
    expect(its.undertaken).toEqual([])
  })

  it('take along what waits for the same, in its order and so many at once, and say to each how it ended', async () => {
    const [batcher, its] = [sharing(3), work()]
    const ended = [...'abcdefgh'].map(member => batcher.run('t', member, its))
    const other = batcher.run('u', 'x', its)
    its.goOn()
    const together = [...'bcdefg'].map(member => `${member} together`)
    expect(await Promise.all(ended)).toEqual(['alone', ...together, 'alone'])
    expect(await other).toBe('alone')
    expect(its.undertaken.map(members => members.join(''))).toEqual(['bcd', 'efg'])
  })

  it('leave to each what did not end together', async () => {
    const [batcher, its] = [sharing(), work(member => (member === 'c' ? undefined : `${member} together`))]
    const ended = [...'abcd'].map(member => batcher.run('t', member, its))
    its.goOn()
    expect(await Promise.all(ended)).toEqual(['alone', 'b together', 'alone', 'd together'])
  })

  it('fail with whose turn it was, and with nobody else', async () => {
    const batcher = sharing()
    const its = { ...work(), together: () => Promise.reject(new Error('torn')) }
    const ended = Promise.allSettled([...'abc'].map(member => batcher.run('t', member, its)))
    its.goOn()
    expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('are gone on without by who has waited too long', async () => {
    const batcher = new KeyedBatcher<string, string>(new KeyedMutex({ sleep: async () => {} }))
    const its = work()
    const hung = batcher.run('t', 'a', its)
    const after = batcher.run('t', 'b', { ...its, alone: async () => 'went on' })
    expect(await after).toBe('went on')
    its.goOn()
    expect(await hung).toBe('alone')
  })

  it('are waited for by what they have taken along, however long that takes', async () => {
    const waits = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    const sleeping = waits.map(({ promise }) => promise)
    const batcher = new KeyedBatcher<string, string>(
      new KeyedMutex({ sleep: () => sleeping.shift() ?? never.sleep() }),
    )
    const { promise: stored, resolve: store } = Promise.withResolvers<void>()
    const [its, answered]: [ReturnType<typeof work>, string[]] = [work(), []]
    const slow = {
      ...its,
      together: async (members: readonly string[]) => {
        await stored
        return its.together(members)
      },
    }
    const ended = [...'abc'].map(member =>
      batcher.run('t', member, slow).then(end => void answered.push(`${member} ${end}`)),
    )
    for (const wait of waits) {
      wait.resolve()
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(answered).toEqual([])
    store()
    await Promise.all(ended.slice(1))
    expect(answered).toEqual(['b b together', 'c c together'])
    its.goOn()
    await ended[0]
  })

  it('are taken without company by what can only be done alone', async () => {
    const [batcher, its] = [sharing(), work()]
    const hung = batcher.run('t', 'a', its)
    const alone = batcher.run('t', undefined, { ...its, alone: async () => 'by itself' })
    const behind = [...'bc'].map(member => batcher.run('t', member, its))
    its.goOn()
    expect(await Promise.all([hung, alone, ...behind])).toEqual([
      'alone',
      'by itself',
      'b together',
      'c together',
    ])
  })
})
