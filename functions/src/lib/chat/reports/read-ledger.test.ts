import fc from 'fast-check'
import { expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { memoryLog } from '../../../../test/support/memory-log.ts'
import { randomIds } from '../../../adapters/system.ts'
import type { Context } from '../../context.ts'
import type { Query } from '../../store.ts'
import type { LedgerRecord } from '../desk/ledger.ts'
import { ledgerPage, readLedger } from './read-ledger.ts'

const hours = (count: number) => new Date(Date.parse('2026-10-30T00:00:00Z') + count * 3_600_000)

/** A store of the ledger alone. */
const storeOf = (records: readonly LedgerRecord[]) => ({
  get: async () => ({ teams: [], properties: [] }),
  async find({ filters, begin, most }: Query) {
    const [from, until] = filters.slice(-2).map(([, , value]) => Number(value))
    const [time, place] = Array.isArray(begin) ? begin : []
    const isBehind = ({ arrivedAt, id }: LedgerRecord) =>
      !begin || arrivedAt > time || (+arrivedAt === +time && id > place)
    return records
      .filter(one => +one.arrivedAt >= Number(from) && +one.arrivedAt < Number(until) && isBehind(one))
      .sort((a, b) => +a.arrivedAt - +b.arrivedAt || (a.id < b.id ? -1 : 1))
      .slice(0, most)
      .map(({ id, ...value }) => ({ id, value }))
  },
})

const depsOf = (records: readonly LedgerRecord[]) => ({
  clock: { now: () => hours(0), sleep: async () => {} },
  ids: randomIds,
  log: memoryLog(),
  store: storeOf(records) as unknown as Context['store'],
})

const channels = ['chatapp', 'sms']
const ledgers = fc
  .array(fc.record({ hour: fc.nat(24 * 6), channel: fc.constantFrom(...channels) }), { maxLength: 40 })
  .map(rows =>
    rows.map(
      ({ hour, channel }, at): LedgerRecord => ({
        id: `r${at}`,
        threadId: 't',
        propertyId: null,
        teamId: null,
        channel,
        arrivedAt: hours(hour),
        dueBy: hours(hour + 1),
      }),
    ),
  )
const span = { from: '2026-10-31', to: '2026-11-03' }

law(
  'pages of any length are together what one page is, and say of each day all that there is',
  [ledgers, fc.integer({ min: 1, max: 12 }), fc.constantFrom(undefined, ...channels)],
  async (records, most, channel) => {
    const deps = depsOf(records)
    const whole = await ledgerPage(deps, { ...span, channel })
    expect(whole.nextCursor).toBeNull()
    const [rows, days]: [LedgerRecord[], string[]] = [[], []]
    let cursor: string | undefined
    do {
      const page = await ledgerPage(deps, { ...span, channel, cursor }, most)
      rows.push(...page.records)
      for (const day of page.days) {
        const isGoneOn = days.at(-1) === day
        expect(isGoneOn || !days.includes(day)).toBe(true)
        if (!isGoneOn) days.push(day)
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(rows).toEqual(whole.records)
    expect(days).toEqual(['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'])
  },
)

it('the ledger has every day of the span, also one on which nobody wrote', async () => {
  const { days, total } = await readLedger(depsOf([]), span)
  expect(days.map(({ day, asked }) => [day, asked])).toEqual([
    ['2026-10-31', 0],
    ['2026-11-01', 0],
    ['2026-11-02', 0],
    ['2026-11-03', 0],
  ])
  expect(total).toMatchObject({ asked: 0, share: null })
})

it.each([
  ['nothing', ''],
  ['not ours', 'no cursor'],
  ['of a day before', '2026-10-30'],
  ['of a day behind', '2026-11-04'],
  ['of no day', '2026-11-99'],
  ['of no record', '2026-11-01 1 a/b'],
])('a cursor that is %s is refused', async (_, text) => {
  const cursor = Buffer.from(text).toString('base64url')
  await expect(ledgerPage(depsOf([]), { ...span, cursor })).rejects.toMatchObject({
    code: 'validation-failed',
  })
})
