import { getApps, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import functionsTest from 'firebase-functions-test'
import { afterAll, describe, expect, it } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { shardOf } from '../../src/lib/shards.ts'
import { acceptedOf, uniqueText } from '../support/chat.ts'
import { seedGuestThread } from '../support/chat-deps.ts'
import { inMemory } from '../support/firestore.ts'
import { fromStack, uniqueId } from '../support/stack.ts'
import { sandboxSettings } from '../support/test-context.ts'

const projectId = fromStack('GCLOUD_PROJECT')
const settings = {
  // Only the platform's loading of functions fills in the defaults of parameters.
  VENDOR_TIMEOUT_MS: '8000',
  LANES: sandboxSettings().lanes(),
  LANE_TOLERATED_FAILURES: '4',
  MAX_SENDS_PER_DAY: '1000',
  MAX_SENDS_PER_USER_PER_DAY: '1000',
  MAX_SENDS_BY_MEMBERS_PER_DAY: '1000',
  OPT_OUT_KEY: 'of a test',
  MAX_SENDS_PER_GUEST_PER_DAY: '1000',
  TWILIO_URL: `${fromStack('SANDBOX_URL')}/twilio`,
  TWILIO_ACCOUNT_SID: sandboxCredentials.twilioAccountSid,
  TWILIO_AUTH_TOKEN: sandboxCredentials.twilioAuthToken,
  CHATAPP_SENDER: sandboxCredentials.chatappSender,
  SMS_SENDER: sandboxCredentials.smsSender,
  ALGOLIA_URL: `${fromStack('SANDBOX_URL')}/algolia`,
  ALGOLIA_APP_ID: sandboxCredentials.algoliaAppId,
  ALGOLIA_API_KEY: sandboxCredentials.algoliaApiKey,
  ALGOLIA_INDEX: 'threads',
}
Object.assign(process.env, settings)

const { wrap, cleanup, firestore } = functionsTest({ projectId })
const functions = await import('../../src/index.ts')
// The functions take the client of the process's first app.
const client = getFirestore(getApps()[0] ?? initializeApp({ projectId }))
const db = process.env.FIRESTORE_EMULATOR_HOST ? client : inMemory(client, projectId)
afterAll(cleanup)

async function dueMessage() {
  const guest = await seedGuestThread({ version: 1 }, db)
  const [messageId, text] = [uniqueId('m'), uniqueText()]
  const path = `threads/${guest.threadId}/messages/${messageId}`
  const message = {
    messageId,
    threadId: guest.threadId,
    body: text,
    authorId: 'staff',
    createdAt: new Date(),
    source: 'platform',
    type: 'chatapp-message',
    contentType: 'text',
    delivery: { reservationId: guest.reservationId, status: 'pending', attempts: 0 },
  }
  await db.doc(path).set(message)
  const created = await db.doc(path).get()
  const params = { threadId: guest.threadId, messageId }
  const event = (data?: object) => ({
    params,
    data: data ? firestore.makeDocumentSnapshot(data, path) : created,
  })
  return { ...guest, messageId, text, path, message, event }
}

describe('the event of a new message', () => {
  it('delivers it once, however often the event comes', async () => {
    const { path, text, phone, event } = await dueMessage()
    const deliver = wrap(functions.handlemessage)
    await deliver(event())
    await Promise.all([deliver(event()), deliver(event())])
    const [accepted, ...others] = await acceptedOf(text)
    expect(others).toEqual([])
    expect(accepted.to).toBe(`whatsapp:${phone}`)
    expect((await db.doc(path).get()).data()).toMatchObject({
      externalMessageId: accepted.sid,
      delivery: { status: 'sent', attempts: 1 },
    })
  })

  it('delivers nothing when the event is older than the stored message', async () => {
    const { path, text, event } = await dueMessage()
    await db.doc(path).update({ 'delivery.status': 'failed' })
    await wrap(functions.handlemessage)(event())
    expect(await acceptedOf(text)).toEqual([])
  })

  it.each([{}, { delivery: null }, { delivery: 'pending' }, { delivery: { status: 'sent' } }, { body: 5 }])(
    'delivers nothing for a message that is not ours to send: %j',
    async data => {
      const { text, event } = await dueMessage()
      await wrap(functions.handlemessage)(event(data))
      expect(await acceptedOf(text)).toEqual([])
    },
  )
})

describe('a run of the schedule', () => {
  it('sends a message that is due', async () => {
    const { path, messageId, text } = await dueMessage()
    await db.doc(path).update({ 'delivery.dueAt': new Date(), 'delivery.dueShard': shardOf(messageId) })
    // `wrap` drives schedules of the second generation, though its types lack them.
    await wrap(Object(functions.workdue))({})
    expect(await acceptedOf(text)).toHaveLength(1)
    expect((await db.doc(path).get()).get('delivery')).toMatchObject({ status: 'sent' })
  })
})
