import { expect, it } from 'vitest'
import * as z from 'zod'
import { openOne } from '../../functions/src/lib/chat/desk/exchanges.ts'
import { storedMessage } from '../../functions/src/lib/chat/message.ts'
import { storedThread } from '../../functions/src/lib/chat/thread.ts'
import { lifeDocuments } from '../seed/life.ts'

const now = new Date()
const documents = lifeDocuments(now)
const at = (path: RegExp) => documents.filter(([name]) => path.test(name)).map(([, fields]) => fields)
const threads = z.array(storedThread).parse(at(/^threads\/[^/]+$/))
const messages = z.array(storedMessage).parse(at(/\/messages\//))

it('is a week of forty guests and one that burns, on every channel and in every state', () => {
  expect(threads).toHaveLength(41)
  expect(new Set(threads.map(({ state }) => state))).toEqual(new Set(['open', 'waiting', 'snoozed', 'done']))
  expect(new Set(messages.map(({ type }) => type))).toEqual(
    new Set(['chatapp-message', 'sms-message', 'note']),
  )
  expect(messages.filter(({ delivery }) => delivery?.status === 'failed').length).toBeGreaterThan(1)
  const oldest = Math.min(...messages.map(({ createdAt }) => createdAt.getTime()))
  expect((now.getTime() - oldest) / 86_400_000).toBeGreaterThan(5)
  expect((now.getTime() - oldest) / 86_400_000).toBeLessThan(8)
})

it('has guests who wait: with an owner and with none, in time, late, and one that burns', () => {
  const waiting = threads.filter(({ unansweredSince }) => unansweredSince)
  expect(new Set(waiting.map(({ ownerId }) => ownerId === null))).toEqual(new Set([true, false]))
  const isLate = ({ dueBy }: (typeof threads)[number]) => dueBy instanceof Date && dueBy < now
  expect(new Set(waiting.map(isLate))).toEqual(new Set([true, false]))
  const leak = threads.find(({ guestName }) => guestName === 'Ines Moreau')
  expect(leak?.deskDueAt?.getTime()).toBeLessThan(now.getTime())
})

it('says of each thread what its messages say', () => {
  for (const { exchanges, unansweredSince, dueBy, needsAttention, needsAttentionMap } of threads) {
    expect(unansweredSince ?? undefined).toEqual(openOne(exchanges)?.arrivedAt)
    expect(dueBy ?? undefined).toEqual(openOne(exchanges)?.dueBy)
    expect(Object.keys(needsAttentionMap).sort()).toEqual([...needsAttention].sort())
  }
})
