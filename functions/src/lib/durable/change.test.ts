import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../test/support/law.ts'
import { type Change, type ChangeOptions, change } from './change.ts'

/** Fates of one commit on its way. */
const fates = ['clear', 'answer lost', 'request lost', 'delayed'] as const
type Fate = (typeof fates)[number]

/** A document with its writers in order, and a total that every write must build on. */
class Model {
  revision = 0
  entries: string[] = []
  total = 0
  /** Commits that land after their answer was missed. */
  private late: (() => void)[] = []

  read = () => ({ revision: this.revision, entries: [...this.entries], total: this.total })

  commit({ entry, total }: Write, revision: number, fate: Fate): 'committed' | 'unresolved' {
    const land = () => {
      if (this.revision !== revision) return false
      this.revision += 1
      this.entries.push(entry)
      this.total = total
      return true
    }
    if (fate === 'request lost') return 'unresolved'
    if (fate === 'delayed') this.late.push(land)
    else if (land() && fate === 'clear') return 'committed'
    return 'unresolved'
  }

  /** Lands delayed commits. */
  arrive(): void {
    for (const land of this.late.splice(0)) land()
  }
}

interface Write {
  entry: string
  total: number
}
type State = ReturnType<Model['read']>

/** A clock that adds the next jump at each reading, and never waits. */
const jumpyClock = (jumps: readonly number[]) => {
  let [now, readings] = [1_700_000_000_000, 0]
  return {
    now: () => {
      now += jumps[readings++ % Math.max(1, jumps.length)] ?? 0
      return new Date(now)
    },
    sleep: async () => {},
  }
}

/** Adds a writer's entry once, and one to the total. */
const adding = (
  model: Model,
  entry: string,
  fateOf: () => Fate = () => 'clear',
  step: <T>(run: () => T) => Promise<T> = async run => run(),
): Change<State, Write, 'added' | 'there'> => ({
  read: () => step(() => model.read()),
  recognise: ({ entries }, tried) => (entries.includes(tried.entry) ? { result: 'added' } : undefined),
  decide: ({ entries, total }) =>
    entries.includes(entry) ? { result: 'there' } : { write: { entry, total: total + 1 } },
  commit: (write, { revision }) =>
    step(() =>
      model.commit(write, revision, fateOf()) === 'committed' ? { result: 'added' } : 'unresolved',
    ),
})

/** Changes the model by a jumpy clock. */
const changing = (
  jumps: readonly number[],
  added: ReturnType<typeof adding>,
  options?: ChangeOptions<State>,
) => change({ clock: jumpyClock(jumps) }, added, options)

describe('change', () => {
  law(
    'writes each change once and on top of the others, whatever is lost, late or overtaken',
    [
      fc.scheduler(),
      fc.array(fc.array(fc.constantFrom(...fates), { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { maxLength: 5 }),
    ],
    async (scheduler, writers, jumps) => {
      const model = new Model()
      const step = <T>(run: () => T) => scheduler.schedule(Promise.resolve()).then(() => run())
      const runs = writers.map((ofWriter, position) => {
        const rest = [...ofWriter]
        // Delayed commits land between any two steps of any writer.
        const stepOf = <T>(run: () => T) =>
          step(() => {
            if (rest.length % 2 === 0) model.arrive()
            return run()
          })
        const added = adding(model, `writer ${position}`, () => rest.shift() ?? 'clear', stepOf)
        return changing(jumps, added, { budgetMs: Number.POSITIVE_INFINITY })
      })
      const results = Promise.all(runs)
      await scheduler.waitFor(results)
      model.arrive()
      expect(await results).toEqual(writers.map(() => 'added'))
      expect(model.entries.toSorted()).toEqual(writers.map((_, position) => `writer ${position}`))
      expect(model.total).toBe(writers.length)
    },
  )

  law(
    'gives up when its budget is spent, though the clock stands still or is set back',
    [fc.integer({ min: -1_000_000, max: 0 }), fc.double({ min: 0.1, max: 1, noNaN: true })],
    async (jump, drawn) => {
      const model = new Model()
      const options = { budgetMs: 2_000, gaveUp: () => new Error('busy'), random: () => drawn }
      const lost = adding(model, 'one', () => 'request lost')
      await expect(changing([jump], lost, options)).rejects.toThrow('busy')
      expect(model.entries).toEqual([])
    },
  )

  it('tries four times before it gives up, however slow the tries are by the clock', async () => {
    const rest: Fate[] = ['request lost', 'request lost', 'request lost', 'request lost', 'clear']
    const slow = adding(new Model(), 'one', () => rest.shift() ?? 'clear')
    await expect(changing([10_000], slow)).rejects.toThrow('kept changing')
    expect(rest).toEqual(['clear'])
    rest.splice(0, 1, 'request lost', 'request lost', 'request lost', 'clear')
    await expect(changing([10_000], slow)).resolves.toBe('added')
  })

  it('finds its own commit rather than give up on it', async () => {
    const model = new Model()
    const lost = adding(model, 'one', () => 'answer lost')
    await expect(changing([10_000], lost)).resolves.toBe('added')
    expect(model.entries).toEqual(['one'])
  })

  it('takes one read and one commit without a race, and one commit after a fresh read', async () => {
    const model = new Model()
    let steps = 0
    const counted = (entry: string) =>
      adding(model, entry, undefined, async run => {
        steps += 1
        return run()
      })
    await changing([], counted('one'))
    expect(steps).toBe(2)
    await changing([], counted('two'), { first: model.read() })
    expect(steps).toBe(3)
    await expect(changing([], counted('two'))).resolves.toBe('there')
    expect(steps).toBe(4)
  })

  it('passes its tries to `read`, and throws an error that is no race as it is', async () => {
    const tries: number[] = []
    const run = change<undefined, string, never>(
      { clock: jumpyClock([]) },
      {
        read: async tried => void tries.push(tried.length),
        decide: () => ({ write: 'w' }),
        commit: async () => {
          if (tries.length === 3) throw new Error('permission denied')
          return 'unresolved'
        },
      },
    )
    await expect(run).rejects.toThrow('permission denied')
    expect(tries).toEqual([0, 1, 2])
  })
})
