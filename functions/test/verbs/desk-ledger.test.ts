import { describe, expect, it } from 'vitest'
import { setState } from '../../src/lib/chat/desk/change-desk.ts'
import { receiveMessage } from '../../src/lib/chat/inbound/receive-message.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { type LedgerInput, ledgerPage, readLedger } from '../../src/lib/chat/reports/read-ledger.ts'
import {
  input,
  receivedFrom,
  seedGuestThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { put, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db } = startVerbs()

const minute = 60_000
const span = { from: '2026-10-01', to: '2026-10-03' }

/** A property of a team, and reads of its part of the ledger. */
async function place() {
  const clock = steppedClock(new Date('2026-10-01T08:00:00Z'))
  const [teamId, propertyId] = [uniqueId('team'), uniqueId('property')]
  await put(`teams/${teamId}`, { name: 'Front desk', answerWithinMinutes: 60 })
  await put(`properties/${propertyId}`, { name: 'Casa Alameda', teamId })
  const deps = await builtContext({ firestore: db, clock })
  const ofIt = { ...span, propertyId }
  return {
    clock,
    deps,
    teamId,
    propertyId,
    staff: staffActor(),
    guest: () => seedGuestThread({ propertyId }),
    read: (more: Partial<LedgerInput> = {}) => readLedger(deps, { ...ofIt, ...more }),
    page: (most: number, more: Partial<LedgerInput> = {}) => ledgerPage(deps, { ...ofIt, ...more }, most),
    record: (arrivedAt: string, fields = {}) =>
      put(`ledger/${uniqueId('wait')}`, {
        threadId: 't',
        propertyId,
        teamId,
        channel: 'chatapp',
        arrivedAt: new Date(arrivedAt),
        dueBy: new Date(Date.parse(arrivedAt) + 60 * minute),
        ...fields,
      }),
  }
}

describe('the ledger', () => {
  it('keeps a wait under the property and team where it began', async () => {
    const { deps, clock, guest, read, staff, teamId } = await place()
    const { threadId, phone } = await guest()
    await receiveMessage(deps, receivedFrom(phone))
    const moved = { propertyId: uniqueId('property'), teamId: uniqueId('team') }
    await update(`threads/${threadId}`, moved)
    clock.forward(minute)
    await createMessage(deps, staff, input(threadId))
    expect(await read()).toMatchObject({ total: { asked: 1, inTime: 1 }, byTeam: [{ teamId }] })
    expect(await read({ propertyId: moved.propertyId })).toMatchObject({ total: { asked: 0 } })
  })

  it('counts an answer in time, a late one, a closing, and an ongoing wait', async () => {
    const { clock, deps, guest, read, staff, teamId, propertyId } = await place()
    const wait = async (minutes: number, end: (threadId: string) => Promise<unknown>) => {
      const { threadId, phone } = await guest()
      await receiveMessage(deps, receivedFrom(phone))
      clock.forward(minutes * minute)
      await end(threadId)
    }
    const answer = (threadId: string) => createMessage(deps, staff, input(threadId))
    await wait(20, answer)
    await wait(80, answer)
    await wait(5, threadId => setState(deps, staff, { threadId, state: 'done', reason: 'no-answer-needed' }))
    await wait(24 * 60, async () => {})
    const { days, total, byTeam, byProperty, byChannel, closings } = await read()
    const tally = {
      asked: 4,
      ended: 3,
      inTime: 1,
      missed: 2,
      share: 1 / 3,
      medianMinutes: 50,
      p90Minutes: 74,
    }
    const nothing = { asked: 0, share: null, medianMinutes: null }
    expect(total).toEqual(tally)
    expect(days).toEqual([
      { day: '2026-10-01', ...tally },
      { day: '2026-10-02', ...total, ...nothing, ended: 0, inTime: 0, missed: 0, p90Minutes: null },
      expect.objectContaining({ day: '2026-10-03', ...nothing }),
    ])
    expect(byTeam).toEqual([{ teamId, name: 'Front desk', ...tally }])
    expect(byProperty).toEqual([{ propertyId, name: 'Casa Alameda', ...tally }])
    expect(byChannel).toEqual([{ channel: 'chatapp', ...tally }])
    expect(closings).toEqual({ 'answered-elsewhere': 0, 'no-answer-needed': 1, spam: 0, other: 0 })
  })

  it('is limited to the days asked for and to each filter', async () => {
    const { read, record, teamId } = await place()
    await record('2026-09-30T23:59:59.999Z')
    await record('2026-10-01T00:00:00.000Z', { channel: 'sms' })
    await record('2026-10-03T23:59:59.999Z', { teamId: null })
    await record('2026-10-04T00:00:00.000Z')
    const waitCount = async (more = {}) => (await read(more)).total.asked
    expect(await waitCount()).toBe(2)
    expect(await waitCount({ channel: 'sms' })).toBe(1)
    expect(await waitCount({ teamId })).toBe(1)
    expect(await waitCount({ teamId, channel: 'chatapp' })).toBe(0)
    expect(await waitCount({ propertyId: undefined, teamId })).toBe(1)
  })

  it('is read in pages of whole days, and a longer day in parts', async () => {
    const { page, record } = await place()
    await record('2026-10-01T08:00:00Z')
    for (const second of [1, 2, 3]) await record(`2026-10-02T08:00:0${second}Z`)
    const first = await page(3)
    expect([first.records.length, first.days]).toEqual([1, ['2026-10-01']])
    const second = await page(3, { cursor: first.nextCursor ?? '' })
    expect([second.records.length, second.days]).toEqual([3, ['2026-10-02']])
    const third = await page(3, { cursor: second.nextCursor ?? '' })
    expect(third).toEqual({ records: [], days: ['2026-10-02', '2026-10-03'], nextCursor: null })
  })

  it('passes over a record that cannot be read', async () => {
    const { read, record } = await place()
    await record('2026-10-01T08:00:00Z')
    await record('2026-10-01T09:00:00Z', { dueBy: 'soon' })
    expect((await read()).total.asked).toBe(1)
  })
})
