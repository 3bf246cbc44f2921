import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpointStore } from '../../../test/support/checkpoint-store.ts'
import { law } from '../../../test/support/law.ts'
import { virtualClock } from '../../../test/support/virtual-clock.ts'
import type { Write } from '../store.ts'
import { type IdCheckpoint, idCheckpoint, pagesById } from './by-id.ts'
import { type Round, runRound } from './round.ts'

/** Times of calls and pieces. Milliseconds. */
const [callMs, pieceMs] = [10, 40]

interface Plan {
  count: number
  pageSize: number
  atOnce: number
  budgetMs: number
  /** One of `badEach` pieces fails. */
  badEach: number
}

const plan: fc.Arbitrary<Plan> = fc.record({
  count: fc.integer({ min: 0, max: 120 }),
  pageSize: fc.integer({ min: 1, max: 12 }),
  atOnce: fc.integer({ min: 1, max: 5 }),
  budgetMs: fc.integer({ min: 100, max: 2_000 }),
  badEach: fc.integer({ min: 2, max: 10 }),
})
/** After how many calls and pieces each run dies; later runs live. */
const deaths = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 })

class Died extends Error {}

/** Documents with ids, and rounds over them. */
function house({ count, pageSize, atOnce, budgetMs, badEach }: Plan) {
  const clock = virtualClock(new Date('2031-05-04T12:00:00Z'))
  const ids = Array.from({ length: count }, (_, number) => `d${String(number).padStart(4, '0')}`)
  const visits: string[] = []
  const left: string[] = []
  const checkpoints = checkpointStore<IdCheckpoint>()
  const written = checkpoints.all
  let [runs, lives] = [0, Number.POSITIVE_INFINITY]
  const living = async <T>(ms: number, act: () => T | Promise<T>): Promise<T> => {
    lives -= 1
    if (lives < 0) throw new Died()
    await clock.sleep(ms)
    return act()
  }
  const store = {
    read: () => living(callMs, checkpoints.read),
    commit: (writes: readonly Write[]) => living(callMs, () => checkpoints.commit(writes)),
  }
  const listing = {
    pageSize: () => pageSize,
    page: (after = '', limit: number, until = '~') =>
      living(callMs, () => ids.filter(id => id > after && id <= until).slice(0, limit)),
    idOf: (id: string) => id,
  }
  const visit = async (id: string) => {
    visits.push(id)
    await living(pieceMs, () => {})
    if (Number(id.slice(1)) % badEach === 0) throw new Error('bad')
  }
  const failed = (_: unknown, error: unknown) => {
    if (error instanceof Died) throw error
  }
  const inTime = (until: Date) => expect(clock.now().getTime()).toBeLessThan(until.getTime())
  const byId = (saves: 'before' | 'after'): Round<IdCheckpoint, string> => ({
    name: 'r',
    schema: idCheckpoint,
    budgetMs,
    atOnce,
    saves,
    failed,
    async leave(id) {
      left.push(id)
    },
    pages: (checkpoint, run) => pagesById(checkpoint, run, listing),
    async work(id, { until }) {
      inTime(until)
      await visit(id)
      return 'done'
    },
  })
  const run = (saves: 'before' | 'after'): Promise<void> => {
    runs += 1
    return runRound({ clock, store }, byId(saves))
  }
  const isOver = () => written.length > 0 && written.at(-1)?.after === undefined
  /** Runs until the round is over; runs die as `dying` says. */
  const finish = async (saves: 'before' | 'after', dying: readonly number[] = []) => {
    while (!isOver()) {
      lives = dying[runs] ?? Number.POSITIVE_INFINITY
      await clock.during(run(saves)).catch(error => expect(error.message).toMatch(/^$|bad/))
    }
  }
  return { clock, ids, visits, left, written, run, finish, runs: () => runs }
}

law(
  'visits each exactly once, however many runs that takes, whatever fails, and begins none when its time is over',
  [plan],
  async plan => {
    const { ids, visits, finish } = house(plan)
    await finish('after')
    expect(visits.toSorted()).toEqual(ids)
  },
)

law(
  'leaves none out when runs die, and repeats no more than what those had in hand',
  [plan, deaths],
  async (plan, deaths) => {
    const { ids, visits, finish } = house(plan)
    await finish('after', deaths)
    expect([...new Set(visits)].toSorted()).toEqual(ids)
    expect(visits.length - ids.length).toBeLessThanOrEqual(deaths.length * 2 * plan.pageSize)
  },
)

law('never goes back', [plan, deaths], async (plan, deaths) => {
  const { written, finish } = house(plan)
  await finish('after', deaths)
  const reached = written.map(({ after = '~' }) => after)
  expect(reached).toEqual(reached.toSorted())
})

law(
  'visits none twice where pages are taken before, and leaves out only what was in hand of a run that ended',
  [plan, deaths],
  async (plan, deaths) => {
    const { ids, visits, finish, runs } = house(plan)
    await finish('before', deaths)
    expect(new Set(visits).size).toBe(visits.length)
    expect(ids.length - visits.length).toBeLessThanOrEqual(runs() * plan.pageSize)
  },
)

law('tells of each that it has no time for', [plan], async plan => {
  const { ids, visits, left, finish } = house(plan)
  await finish('before')
  expect([...visits, ...left].toSorted()).toEqual(ids)
})

describe('two runs at once', () => {
  const plan = { count: 100, pageSize: 4, atOnce: 2, budgetMs: 600, badEach: 101 }

  it('take different pages', async () => {
    const { clock, visits, run } = house(plan)
    const later = clock.sleep(1).then(() => run('before'))
    await clock.during(Promise.all([run('before'), later]))
    expect(visits.length).toBeGreaterThan(16)
    expect(new Set(visits).size).toBe(visits.length)
  })

  it('leave the round to the faster one where pages are saved afterwards', async () => {
    const { clock, visits, written, run } = house(plan)
    await clock.during(Promise.all([run('after'), run('after')]))
    const [alone, twice] = [new Set(visits).size, visits.length]
    expect(twice - alone).toBeLessThanOrEqual(2 * plan.pageSize)
    expect(written.map(({ after }) => after)).toEqual(written.map(({ after }) => after).toSorted())
  })
})

it('a run throws the last failure where every piece fails', async () => {
  const { clock, run } = house({ count: 9, pageSize: 4, atOnce: 2, budgetMs: 9_000, badEach: 1 })
  await expect(clock.during(run('after'))).rejects.toThrow('bad')
})
