import { afterEach, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import { deliveryOf, eventually, post, sandbox, searchRecord, uniqueText } from '../support/chat.ts'
import { db, signIn, sweep, uniqueId } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
afterEach(() => sandbox().clearFaults())

const synced = (threadId: string, fields: object) =>
  eventually(
    () => searchRecord(threadId),
    record => expect(record).toMatchObject(fields),
  )

/** Everything that was ever said to the index. */
const told = async (): Promise<string> =>
  JSON.stringify((await sandbox().requests('algolia')).map(({ path, body }) => [path, body]))

/** A note with its attachment and payment content, none of which may be told. */
async function postNote(threadId: string): Promise<string[]> {
  const secrets = [uniqueText(), `${uniqueId('plan')}.pdf`]
  const [body, attachment] = secrets
  const { status } = await post(threadId, staffMember, { body, attachments: [attachment], type: 'note' })
  expect(status).toBe(201)
  return secrets
}

async function expectUntold(secrets: string[]): Promise<void> {
  const all = await told()
  for (const secret of secrets) expect(all).not.toContain(secret)
}

it('of a thread that is read, marked and goes on tell the index nothing', async () => {
  const threadId = await storeThread({ participantIds: [staffMember.uid, 'guest'] })
  await post(threadId, staffMember, { body: 'public' })
  const secrets = await postNote(threadId)
  await synced(threadId, { version: 3, lastMessage: { body: 'public' } })
  const thread = db().doc(`threads/${threadId}`)
  await thread.update({ needsAttention: [], needsAttentionMap: {}, version: 3 })
  await synced(threadId, { version: 4, needsAttention: [] })
  await thread.update({ importantFor: [staffMember.uid], version: 4 })
  await synced(threadId, { version: 5, important: [staffMember.uid] })
  await post(threadId, staffMember, { body: 'goes on' })
  await synced(threadId, { version: 6, lastMessage: { body: 'goes on' } })
  await expectUntold(secrets)
})

it('of a thread whose send has failed tell the index nothing', async () => {
  const { threadId } = await storeGuestThread({}, '+15005550001')
  const { body } = await post(threadId, staffMember, { body: uniqueText(), type: 'sms-message' })
  const secrets = await postNote(threadId)
  await deliveryOf(threadId, body.messageId, 'failed')
  await synced(threadId, { version: 4, lastMessage: { messageId: body.messageId } })
  await expectUntold(secrets)
})

it('of a thread whose index was down tell it nothing afterwards', async () => {
  const threadId = await storeThread()
  await synced(threadId, { version: 1 })
  await sandbox().fault({ vendor: 'algolia', path: threadId, mode: 'status', status: 503 })
  const secrets = await postNote(threadId)
  await eventually(
    async () => (await db().doc(`staleRecords/${threadId}`).get()).exists,
    isStale => expect(isStale).toBe(true),
  )
  await sandbox().clearFaults()
  await sweep()
  await synced(threadId, { version: 2, lastMessage: null })
  await expectUntold(secrets)
})

it('of a thread from before public messages were told apart tell the index nothing', async () => {
  const [text, author, attachment] = [uniqueText(), uniqueId('author'), `${uniqueId('plan')}.pdf`]
  const lastMessage = {
    messageId: 'm',
    type: 'note',
    body: text,
    authorId: author,
    attachments: [attachment],
  }
  const threadId = await storeThread({ lastMessage, version: 5 })
  await synced(threadId, { version: 6, lastMessage: null })
  await expectUntold([text, author, attachment])
})
