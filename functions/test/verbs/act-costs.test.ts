import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { sandbox, searchRecord, uniqueText } from '../support/chat.ts'
import { seedGuestThread, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { type Bill, startPlatform } from '../support/platform.ts'
import { type Decorators, decorated, sandboxSettings } from '../support/services.ts'

const { db } = await startVerbs()
/** What the provider waits for before it takes a message. */
let provider = Promise.resolve()
const decorators: Decorators = {
  messenger: port => ({ ...port, send: given => provider.then(() => port.send(given)) }),
}
const platform = await startPlatform({
  ...{ db, sandbox: sandbox() },
  decorate: (name, port) => decorated(decorators, name, port),
  settings: publicUrl => {
    const settings = sandboxSettings()
    return {
      ...settings,
      publicUrl: () => publicUrl,
      twilioConfig: () => ({ ...settings.twilioConfig(), publicUrl }),
    }
  },
})
afterAll(() => platform.close())

const staff = staffActor()
const post = (threadId: string, fields: object = {}) =>
  platform.call(staff, 'POST', `/chat/threads/${threadId}/messages`, { body: uniqueText(), ...fields })

const stored = z.object({ messageId: z.string() })

/** What a bill says of what is paid for. */
const costOf = ({ invocations, reads, writes, deletes, calls }: Bill) => ({
  ...{ invocations, reads, writes: writes + deletes },
  indexCalls: calls.algolia.length,
})

/** Posts by chatapp or SMS, and the provider tells all that becomes of it. */
async function send(type: string, ...statuses: string[]): Promise<void> {
  const { threadId } = await seedGuestThread(db)
  const { messageId } = stored.parse(await post(threadId, { type }))
  await platform.settled()
  const message = db.doc(`threads/${threadId}/messages/${messageId}`)
  const sid = (await message.get()).get('externalMessageId')
  for (const status of statuses) {
    await sandbox().tell({ sid, status })
    await platform.settled()
  }
  expect((await message.get()).get('delivery.status')).toBe(statuses.at(-1))
}
const sendChatapp = () => send('chatapp-message', 'sent', 'delivered', 'read')
const sendSms = () => send('sms-message', 'sent', 'delivered')

const guest = await seedGuestThread(db)
const receive = () => sandbox().inbound({ from: `whatsapp:${guest.phone}`, body: uniqueText() })
const markRead = () => platform.call(staff, 'POST', `/chat/threads/${guest.threadId}/read`, {})

beforeAll(async () => {
  await sandbox().control('POST', 'config', { publicUrl: platform.url })
  // What a process reads and writes once a minute, such as heartbeats, is not what an act takes.
  for (const act of [sendChatapp, sendSms, receive]) await platform.billOf(act)
})

// A greater figure needs a decision record that says what it costs a month.
it.each<[string, () => Promise<unknown>, ReturnType<typeof costOf>]>([
  [
    'a plain post',
    async () => post(await seedThread(db)),
    { invocations: 2, reads: 3, writes: 4, indexCalls: 1 },
  ],
  [
    'a note',
    async () => post(await seedThread(db), { type: 'note' }),
    { invocations: 2, reads: 3, writes: 4, indexCalls: 1 },
  ],
  [
    'a chatapp message that is sent, delivered and read',
    sendChatapp,
    { invocations: 5, reads: 11, writes: 9, indexCalls: 1 },
  ],
  ['an SMS that is sent and delivered', sendSms, { invocations: 4, reads: 10, writes: 8, indexCalls: 1 }],
  ['a message of a guest', receive, { invocations: 2, reads: 9, writes: 4, indexCalls: 1 }],
  ['reading what a guest wrote', markRead, { invocations: 2, reads: 2, writes: 2, indexCalls: 1 }],
])('%s takes no more than it did', async (_, act, most) => {
  const cost = costOf(await platform.billOf(act))
  for (const [what, amount] of Object.entries(cost))
    expect(amount, `${what} in ${JSON.stringify(cost)}`).toBeLessThanOrEqual(Reflect.get(most, what))
})

it('a callback that says nothing that we know is answered before anything is read', async () => {
  const sid = `SM${'0'.repeat(32)}`
  const bill = await platform.billOf(() => sandbox().tell({ sid, status: 'partially_delivered' }))
  expect(costOf(bill)).toEqual({ invocations: 1, reads: 0, writes: 0, indexCalls: 0 })
})

it('a provider that hangs holds up neither the index nor the guest platform', async () => {
  const { threadId } = await seedGuestThread(db, { source: 'platform-guest' })
  const held = Promise.withResolvers<void>()
  provider = held.promise
  const { messageId } = stored.parse(await post(threadId, { type: 'chatapp-message' }))
  const message = async () => (await db.doc(`threads/${threadId}/messages/${messageId}`).get()).data()
  await expect.poll(message).toMatchObject({
    delivery: { status: 'sending' },
    forwarding: { status: 'forwarded' },
  })
  await expect.poll(() => searchRecord(threadId)).toMatchObject({ lastMessage: { messageId } })
  expect(await message()).toMatchObject({ delivery: { status: 'sending' } })
  held.resolve()
  await platform.settled()
  expect(await message()).toMatchObject({ delivery: { status: 'sent' } })
})
