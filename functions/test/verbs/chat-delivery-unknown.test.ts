import { describe, expect, it } from 'vitest'
import { reportStatus } from '../../src/lib/chat/delivery/check-sent.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { type Fault, useSandbox } from '../adapters/harness.ts'
import { expectAttention } from '../support/chat.ts'
import { postTrace, sandboxMessenger, startVerbs } from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { update } from '../support/stack.ts'

startVerbs()

// A sandbox of this file alone, so that its faults hit no other test.
const sandbox = useSandbox('twilio')
const minute = 60_000
const failure = { code: 'outcome-unknown', detail: expect.any(String), nextAction: expect.any(String) }

const due = (options: Parameters<typeof dueMessage>[0] = {}) =>
  dueMessage({ messenger: sandboxMessenger(sandbox.vendorUrl()), ...options })
type Due = Awaited<ReturnType<typeof due>>

const accepted = () => sandbox.state('messages')
const calls = async (method: string) =>
  (await sandbox.requests()).filter(request => request.method === method).length

/** A message whose send met that fault and has an unknown outcome. */
async function unknownAfter(fault: Fault, options: Parameters<typeof dueMessage>[0] = {}): Promise<Due> {
  const message = await due(options)
  await sandbox.fault({ method: 'POST', times: 1, ...fault })
  await message.deliver()
  expect((await message.message()).delivery).toMatchObject({ status: 'unknown', failure, callEnded: true })
  return message
}

/** Looks a message up every 15 seconds for that long; returns its delivery after each look-up. */
async function lookUpFor({ clock, deliver, message }: Due, milliseconds: number) {
  const deliveries = []
  for (const until = clock.now().getTime() + milliseconds; clock.now().getTime() < until; ) {
    clock.forward(15_000)
    await deliver()
    deliveries.push((await message()).delivery)
  }
  return deliveries
}

/** Looks a message up until its delivery has that status. */
async function lookUpUntil(of: Due, status: string): Promise<void> {
  for (let time = 0; time < 60; time += 1) {
    const [delivery] = await lookUpFor(of, 15_000)
    if (delivery?.status === status) return
  }
  throw new Error(`never ${status}`)
}

/** Reports a status as the provider's callback does, whose address names the send; returns the message's id. */
async function tell(of: Due, entry: Record<string, unknown> | undefined, status: 'sent' | 'delivered') {
  const { searchParams } = new URL(String(entry?.status_callback))
  const named = (name: string) => searchParams.get(name) ?? ''
  const message = { threadId: named('thread'), messageId: named('message') }
  const report = { providerMessageId: String(entry?.sid), status, claimId: named('claim') }
  await reportStatus(of.deps, { ...report, message })
  return message.messageId
}

/** Sets a send's status at the provider, without a callback. */
const becomes = (entry: { sid?: unknown } | undefined, what: { status: string; errorCode: number }) =>
  sandbox.control('POST', 'twilio/status', { sid: entry?.sid, ...what }).catch(() => {})

const emptyList = { messages: [], page: 0, page_size: 100, next_page_uri: null, uri: '/x' }

const notProcessed: Fault[] = [
  { mode: 'reset' },
  { mode: 'timeout' },
  { mode: 'status', status: 503 },
  { mode: 'malformed' },
]
const processed: Fault[] = [
  { mode: 'processed-then-reset' },
  { mode: 'timeout', processed: true },
  { mode: 'malformed', processed: true },
]

/** The provider's list with one send, of this body. */
const listWith = (of: Due, body: string) => ({
  ...emptyList,
  messages: [
    {
      sid: `SM${'a'.repeat(32)}`,
      status: 'sent',
      body,
      direction: 'outbound-api',
      date_created: of.clock.now().toUTCString(),
      error_code: null,
    },
  ],
})

describe('a send that the provider lists with another text', () => {
  it('is neither taken for ours nor sent again', async () => {
    const lost = await unknownAfter({ mode: 'reset' })
    const body = listWith(lost, 'Trial account: something')
    await sandbox.fault({ method: 'GET', mode: 'malformed', body })
    const deliveries = await lookUpFor(lost, 16 * minute)
    expect(deliveries.at(-1)).toMatchObject({ status: 'unknown', failure })
    expect(deliveries.at(-1)).not.toHaveProperty('dueAt')
    expect(await calls('POST')).toBe(1)
  })

  it('is ours although its white space was changed', async () => {
    const lost = await unknownAfter({ mode: 'reset' })
    await sandbox.fault({ method: 'GET', mode: 'malformed', body: listWith(lost, ` ${lost.text}\n`) })
    await lookUpUntil(lost, 'sent')
    expect(await lost.message()).toMatchObject({ externalMessageId: `SM${'a'.repeat(32)}` })
  })
})

describe('a send that no callback tells of', () => {
  it('is looked up after ten minutes, and its failure recorded', async () => {
    const sent = await due()
    await sent.deliver()
    const { externalMessageId: sid } = await sent.message()
    const entry = { ...listWith(sent, sent.text).messages[0], sid, status: 'undelivered', error_code: 63016 }
    await sandbox.fault({ method: 'GET', path: `Messages/${sid}`, mode: 'malformed', body: entry })
    sent.clock.forward(9 * minute)
    await sent.deliver()
    expect(await calls('GET')).toBe(0)
    sent.clock.forward(minute)
    await sent.deliver()
    expect((await sent.message()).delivery).toMatchObject({
      status: 'failed',
      failure: { code: 'template-required' },
    })
    expectAttention((await postTrace(sent.threadId)).thread, ['member', sent.actor.uid])
  })

  it('is looked up three times, and no more', async () => {
    const sent = await due()
    await sent.deliver()
    for (let time = 0; time < 200; time += 1) {
      sent.clock.forward(10 * minute)
      await sent.deliver()
    }
    expect(await calls('GET')).toBe(3)
    const { delivery } = await sent.message()
    expect(delivery.status).toBe('sent')
    expect(delivery).not.toHaveProperty('dueAt')
  })

  it('is looked up once more when the provider could not be asked the last time', async () => {
    const sent = await due()
    await sent.deliver()
    await sandbox.fault({ method: 'GET', mode: 'status', status: 500 })
    sent.clock.forward(24 * 60 * minute)
    await sent.deliver()
    expect((await sent.message()).delivery).toHaveProperty('dueAt')
    await sandbox.control('DELETE', 'faults')
    sent.clock.forward(60 * minute)
    await sent.deliver()
    const { delivery } = await sent.message()
    expect(delivery.status).toBe('sent')
    expect(delivery).not.toHaveProperty('dueAt')
  })
})

describe('a send that the provider made, whose answer was lost', () => {
  it.each(processed)('(%j) is found by the look-up', async fault => {
    const lost = await unknownAfter(fault)
    const { threadId, actor, clock, deliver, message, isDue } = lost
    const { delivery } = await message()
    expect(Date.parse(delivery.dueAt)).toBe(clock.now().getTime() + 5_000)
    expectAttention((await postTrace(threadId)).thread, ['member', actor.uid])
    clock.forward(4_999)
    await deliver()
    expect(await calls('GET')).toBe(0)

    clock.forward(1)
    expect(await isDue()).toBe(true)
    await deliver()
    const [entry, ...others] = await accepted()
    expect(others).toEqual([])
    const found = await message()
    expect(found).toMatchObject({ externalMessageId: entry?.sid, delivery: { status: 'sent', attempts: 1 } })
    for (const field of ['failure', 'callEnded']) expect(found.delivery).not.toHaveProperty(field)
    const { thread } = await postTrace(threadId)
    expect(thread.lastChatappMessageSentAt).toBe(found.createdAt)
    expect([await calls('POST'), await calls('GET')]).toEqual([1, 1])
  })

  it('is found with its status at that time', async () => {
    const lost = await unknownAfter({ mode: 'processed-then-reset' })
    const [entry] = await accepted()
    await becomes(entry, { status: 'undelivered', errorCode: 63024 })
    lost.clock.forward(5_000)
    await lost.deliver()
    expect(await lost.message()).toMatchObject({
      externalMessageId: entry?.sid,
      delivery: { status: 'failed', failure: { code: 'not-reachable' } },
    })
  })
})

describe('a send that the provider never made', () => {
  it.each(notProcessed)('(%j) is made again after five minutes, and once', async fault => {
    const lost = await unknownAfter(fault)
    const claimed = Date.parse((await lost.message()).delivery.claimedAt)
    const early = await lookUpFor(lost, 5 * minute - 15_000 - 1)
    expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['unknown']))
    expect(await calls('POST')).toBe(1)

    const deliveries = await lookUpFor(lost, 10 * minute)
    expect(deliveries.at(-1)).toMatchObject({ status: 'sent', attempts: 2 })
    const { claimedAt } = deliveries.at(-1)
    expect(Date.parse(claimedAt) - claimed).toBeGreaterThanOrEqual(5 * minute)
    const [entry, ...others] = await accepted()
    expect(others).toEqual([])
    expect((await lost.message()).externalMessageId).toBe(entry?.sid)
    expect(await calls('POST')).toBe(2)
  })

  it('is not made again when a callback about it comes first', async () => {
    const lost = await unknownAfter({ mode: 'processed-then-reset' })
    await sandbox.fault({ mode: 'malformed', body: emptyList, method: 'GET' })
    await lookUpUntil(lost, 'pending')
    const [entry] = await accepted()
    await tell(lost, entry, 'delivered')
    await lookUpFor(lost, 10 * minute)
    expect(await lost.message()).toMatchObject({
      externalMessageId: entry?.sid,
      delivery: { status: 'delivered', attempts: 1 },
    })
    expect(await calls('POST')).toBe(1)
  })
})

it('two messages of one text to one guest, one of them sent, wait for the callback, and are sent once each', async () => {
  const first = await unknownAfter({ mode: 'processed-then-reset' })
  const again = { home: first.home, clock: first.clock, post: { body: first.text } }
  const second = await unknownAfter({ mode: 'reset' }, again)
  for (let time = 0; time < 20; time += 1) {
    first.clock.forward(15_000)
    await first.deliver()
    await second.deliver()
  }
  for (const { message } of [first, second]) {
    expect((await message()).delivery).toMatchObject({ status: 'unknown', dueAt: expect.any(String) })
  }
  expect(await calls('POST')).toBe(2)

  const [entry] = await accepted()
  expect(await tell(first, entry, 'delivered')).toBe(first.ref.messageId)
  expect(await first.message()).toMatchObject({
    externalMessageId: entry?.sid,
    delivery: { status: 'delivered' },
  })
  await lookUpUntil(second, 'sent')
  const sent = await second.message()
  expect(sent.delivery).toMatchObject({ status: 'sent', attempts: 2 })
  const both = (await accepted()).map(({ sid }) => sid)
  expect(both).toEqual([entry?.sid, sent.externalMessageId])
  expect(await calls('POST')).toBe(3)
})

describe('a send of which nothing can be found out', () => {
  it('because the list cannot be read is looked up for two days, then left to a person', async () => {
    const lost = await unknownAfter({ mode: 'reset' })
    await sandbox.fault({ mode: 'status', status: 503, method: 'GET' })
    const deliveries = await lookUpFor(lost, 20 * minute)
    expect(deliveries.every(({ status, dueAt }) => status === 'unknown' && dueAt)).toBe(true)
    const lookups = await calls('GET')
    expect(lookups).toBeGreaterThan(5)

    lost.clock.forward(48 * 60 * minute)
    await lost.deliver()
    const left = (await lost.message()).delivery
    expect(left).toMatchObject({ status: 'unknown', attempts: 1, failure })
    expect(left).not.toHaveProperty('dueAt')
    const finalLookups = await calls('GET')
    await lookUpFor(lost, 60 * minute)
    expect(await calls('GET')).toBe(finalLookups)
    expect(await calls('POST')).toBe(1)
    expect(await lost.isDue()).toBe(false)
  })
})

describe('a template', () => {
  /** A template message that the provider sent without answering. */
  async function lostTemplate(): Promise<Due> {
    const lost = await due()
    const delivery = { status: 'pending', attempts: 0, template: { name: 'greeting', variables: { 1: 'M' } } }
    await update(`threads/${lost.ref.threadId}/messages/${lost.ref.messageId}`, { delivery })
    await sandbox.fault({ mode: 'processed-then-reset', method: 'POST', times: 1 })
    await lost.deliver()
    return lost
  }

  it('is found after a lost answer, in any text the provider made of it', async () => {
    const lost = await lostTemplate()
    lost.clock.forward(5_000)
    await lost.deliver()
    const [entry] = await accepted()
    expect(entry).toMatchObject({ body: '', content_sid: expect.stringMatching(/^HX/) })
    expect(await lost.message()).toMatchObject({
      externalMessageId: entry?.sid,
      delivery: { status: 'sent', template: { name: 'greeting' } },
    })
  })

  it('is not mistaken for a text to the same guest, nor the text for it', async () => {
    const template = await lostTemplate()
    const text = await unknownAfter({ mode: 'reset' }, { home: template.home, clock: template.clock })
    template.clock.forward(15_000)
    await text.deliver()
    await template.deliver()
    expect((await text.message()).delivery.status).toBe('unknown')
    expect((await template.message()).delivery.status).toBe('unknown')
    await lookUpUntil(text, 'sent')
    await lookUpUntil(template, 'sent')
    const ids = (await accepted()).map(({ sid }) => sid)
    expect(ids).toEqual([
      (await template.message()).externalMessageId,
      (await text.message()).externalMessageId,
    ])
    expect(await calls('POST')).toBe(3)
  })
})

it('a message sent again on request does not take its earlier send for the new one', async () => {
  const message = await due()
  await message.deliver()
  const [entry] = await accepted()
  await becomes(entry, { status: 'failed', errorCode: 30008 })
  await reportStatus(message.deps, { providerMessageId: String(entry?.sid), status: 'failed' })
  await sandbox.fault({ mode: 'reset', method: 'POST', times: 1 })
  await retryMessage(message.deps, message.actor, message.ref)
  expect((await message.message()).delivery).toMatchObject({
    status: 'unknown',
    replacedIds: [entry?.sid],
  })
  await lookUpFor(message, minute)
  const { delivery } = await message.message()
  expect(delivery).toMatchObject({ status: 'unknown', callEnded: true })
  expect(Date.parse(delivery.dueAt)).toBeGreaterThan(message.clock.now().getTime())
  await lookUpUntil(message, 'sent')
  const ids = (await accepted()).map(({ sid }) => sid)
  expect(ids).toEqual([entry?.sid, (await message.message()).externalMessageId])
})

describe('a closed window', () => {
  const [open, closed] = [23, 25].map(hours => ({
    lastChatappInboundAt: new Date(Date.now() - hours * 60 * minute),
  }))
  const withGuest = async (fields: object) => {
    const message = await due()
    await update(`guests/${message.home.guestId}`, fields)
    await message.deliver()
    return message
  }

  it('fails a send without a call to the provider', async () => {
    const { threadId, actor, message } = await withGuest({ ...closed })
    const expected = { code: 'template-required', detail: expect.any(String), nextAction: expect.any(String) }
    expect((await message()).delivery).toMatchObject({ status: 'failed', attempts: 0, failure: expected })
    expect(await sandbox.requests()).toEqual([])
    expectAttention((await postTrace(threadId)).thread, ['member', actor.uid])
  })

  it('leaves no message claimed: a retry sends it once the guest has written', async () => {
    const failed = await withGuest({ ...closed })
    await expect(retryMessage(failed.deps, failed.actor, failed.ref)).rejects.toMatchObject({
      code: 'not-retryable',
      nextAction: expect.stringContaining('template'),
    })
    await update(`guests/${failed.home.guestId}`, { ...open })
    await retryMessage(failed.deps, failed.actor, failed.ref)
    expect((await failed.message()).delivery).toMatchObject({ status: 'sent', attempts: 1 })
    expect(await accepted()).toMatchObject([{ body: failed.text }])
  })
})
