import { expect, it } from 'vitest'
import * as z from 'zod'
import { openWait } from '../../functions/src/lib/chat/desk/exchanges.ts'
import { storedRecord } from '../../functions/src/lib/chat/desk/ledger.ts'
import { storedMessage } from '../../functions/src/lib/chat/message.ts'
import { storedThread } from '../../functions/src/lib/chat/thread.ts'
import { conversationDocuments, lifeDocuments } from '../seed/conversations.ts'
import { history } from '../seed/history.ts'
import type { SeedDocument } from '../seed/talk.ts'

const now = new Date()
const hour = 3_600_000
const [life, first] = [lifeDocuments(now), conversationDocuments(now)]
const at = (documents: SeedDocument[], path: RegExp) =>
  documents.filter(([name]) => path.test(name)).map(([, fields]) => fields)
const threadsIn = (documents: SeedDocument[]) =>
  z.array(storedThread).parse(at(documents, /^threads\/[^/]+$/))
const messagesIn = (documents: SeedDocument[]) => z.array(storedMessage).parse(at(documents, /\/messages\//))
const [threads, messages] = [threadsIn(life), messagesIn(life)]

it('is a week of forty guests and one urgent matter, on every channel and in every state', () => {
  expect(threads).toHaveLength(41)
  expect(new Set(threads.map(({ state }) => state))).toEqual(new Set(['open', 'waiting', 'snoozed', 'done']))
  expect(new Set(messages.map(({ type }) => type))).toEqual(
    new Set(['chatapp-message', 'sms-message', 'note']),
  )
  const oldest = Math.min(...messages.map(({ createdAt }) => createdAt.getTime()))
  expect((now.getTime() - oldest) / (24 * hour)).toBeGreaterThan(5)
  expect((now.getTime() - oldest) / (24 * hour)).toBeLessThan(8)
})

it('has guests who wait: with and without an owner, in time, late, and in one urgent matter', () => {
  const waiting = threads.filter(({ unansweredSince }) => unansweredSince)
  expect(new Set(waiting.map(({ ownerId }) => ownerId === null))).toEqual(new Set([true, false]))
  const late = waiting.filter(({ dueBy }) => dueBy && dueBy < now)
  expect(late.length).toBeGreaterThan(1)
  expect(late.length).toBeLessThan(waiting.length / 2)
  const leak = threads.find(({ guestName }) => guestName === 'Ines Moreau')
  expect(leak?.deskDueAt?.getTime()).toBeLessThan(now.getTime())
})

it("each thread's fields follow from its messages", () => {
  for (const thread of [...threads, ...threadsIn(first)]) {
    const { exchanges, unansweredSince, dueBy, needsAttention, needsAttentionMap } = thread
    expect(unansweredSince ?? undefined).toEqual(openWait(exchanges)?.arrivedAt)
    expect(dueBy ?? undefined).toEqual(openWait(exchanges)?.dueBy)
    expect(Object.keys(needsAttentionMap).sort()).toEqual([...needsAttention].sort())
  }
})

it('has failed sends of this morning, each with its mark and its line in To do', () => {
  const failed = messages.filter(({ delivery }) => delivery?.status === 'failed')
  expect(failed.length).toBeGreaterThan(1)
  expect(Math.min(...failed.map(({ createdAt }) => createdAt.getTime()))).toBeGreaterThan(
    now.getTime() - 6 * hour,
  )
  const ids = failed.map(({ messageId }) => messageId)
  expect(threads.flatMap(({ failedSends }) => failedSends)).toEqual(ids)
  expect(at(life, /^items\/send-failed_/).map(({ messageId }) => messageId)).toEqual(ids)
})

it('the first conversations have messages of both sides; nobody waits, and no message is to be sent', () => {
  const all = messagesIn(first)
  for (const { lastPublicMessage, unansweredSince, deskDueAt } of threadsIn(first)) {
    expect(lastPublicMessage?.body).toEqual(expect.any(String))
    expect(unansweredSince ?? deskDueAt ?? undefined).toBeUndefined()
  }
  expect(new Set(all.map(({ delivery }) => delivery?.status))).toEqual(new Set([undefined, 'delivered']))
  expect(new Set(all.map(({ forwarding }) => forwarding?.status))).toEqual(new Set([undefined, 'forwarded']))
})

it('the ledger has four weeks of answers, in time and late', () => {
  const records = z.array(storedRecord).parse(history(now).map(([, fields]) => fields))
  expect(new Set(records.map(({ inTime }) => inTime))).toEqual(new Set([true, false]))
  const oldest = Math.min(...records.map(({ arrivedAt }) => arrivedAt.getTime()))
  expect((now.getTime() - oldest) / (24 * hour)).toBeGreaterThan(26)
})
