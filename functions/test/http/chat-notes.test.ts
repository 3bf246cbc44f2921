import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeGuestThread, storeThread } from '../support/builders.ts'
import {
  acceptedOf,
  chatapp,
  deliveryOf,
  eventually,
  expectAuditedRefusal,
  expectUnchanged,
  forwardsOf,
  inbound,
  indexed,
  post,
  posted,
  sandbox,
  sendsOf,
  stackLog,
  storedMessage,
  storedThread,
  uniqueText,
} from '../support/chat.ts'
import { mailsTo } from '../support/connection-state.ts'
import { newSid, postForm, signatureOf } from '../support/inbound.ts'
import { expectTold, expectUntold, postNote } from '../support/notes.ts'
import { markImportant, markRead, readThread, threadOf } from '../support/reading.ts'
import {
  type Answer,
  call,
  expectProblem,
  fromStack,
  put,
  signIn,
  sweep,
  type User,
  uniqueId,
  update,
} from '../support/stack.ts'

// Each test takes one way out, on which a plain message beside the note does get out.
const [colleague, member] = await Promise.all([signIn({ role: 'operations' }), signIn()])
const outsiders = {
  participant: member,
  landlord: await signIn({ role: 'landlord' }),
  service: await signIn({ role: 'service' }),
}
let staff = colleague

// Each test has its own staff, since a user may post only so often a minute.
beforeEach(async () => {
  staff = await signIn({ role: 'support' })
})
afterEach(() => sandbox().clearFaults())

const say = async (threadId: string, type = 'message', user = staff): Promise<[id: string, text: string]> => {
  const body = await posted(threadId, user, { body: uniqueText(), type })
  return [body.messageId, body.body]
}

/** Paths and bodies of all calls to a vendor. */
const calls = async (vendor: Parameters<ReturnType<typeof sandbox>['requests']>[0]) =>
  (await sandbox().requests(vendor)).map(({ path, body }) => ({ path, body }))

/** Makes the e-mails of a support thread due for those landlords who were to get one. */
async function makeEmailsOverdue(threadId: string): Promise<void> {
  const { supportNotificationDueFor: dueFor = {} } = await storedThread(threadId)
  const past = new Date(Date.now() - 1000)
  await update(`threads/${threadId}`, {
    supportNotificationDueAt: past,
    supportNotificationDueFor: Object.fromEntries(Object.keys(dueFor).map(id => [id, past])),
  })
}

const retry = (threadId: string, messageId: string, { token }: User = staff) =>
  call('POST', `${threadOf(threadId)}/messages/${messageId}/retry`, { token })

it('no log line says anything of a note', async () => {
  const threadId = await storeThread({ source: 'platform-guest', participantIds: [member.uid] })
  await sandbox().fault({ vendor: 'guest-platform', path: threadId, mode: 'status', status: 503 })
  await sandbox().fault({ vendor: 'algolia', path: threadId, mode: 'status', status: 503, times: 2 })
  const note = await postNote(threadId, staff)
  const { messageId, body } = await posted(threadId, staff, { body: uniqueText() })
  await post(threadId, member, { messageId: note.messageId, body: 'x' })
  await retry(threadId, note.messageId)
  const log = await eventually(
    () => stackLog(),
    text => expect(text).toContain(messageId),
  )
  expectUntold(log, note)
  expect(log).not.toContain(body)
})

describe('nothing of a note reaches', () => {
  it.each(['chatapp-message', 'sms-message'])('the provider, which gets a %s', async type => {
    const { threadId, phone } = await storeGuestThread()
    const before = await postNote(threadId, staff)
    const [messageId, text] = await say(threadId, type)
    const after = await postNote(threadId, staff, { source: 'operations', externalMessageId: newSid() })
    const { externalMessageId: sid } = await deliveryOf(threadId, messageId, 'sent')
    await sandbox().tell({ sid, status: 'failed', errorCode: 30008 })
    expect((await retry(threadId, messageId)).status).toBe(202)
    for (const note of [before, after])
      expectProblem(await retry(threadId, note.messageId), '409 not-retryable')
    await deliveryOf(threadId, messageId, 'sent')
    await sweep('workdue', 'sweepinbound')
    const requests = await calls('twilio')
    expectTold(requests, text, before, after)
    const sends = requests.filter(({ body }) => body?.To?.endsWith(phone))
    expect(sends.map(({ body }) => body.Body)).toEqual([text, text])
    for (const note of [before, after])
      expect(await storedMessage(threadId, note.messageId)).not.toHaveProperty('delivery')
  })

  it('the guest platform, which mirrors the thread', async () => {
    const { threadId } = await storeGuestThread({ source: 'platform-guest' })
    const before = await postNote(threadId, staff)
    const [messageId, text] = await say(threadId)
    const after = await postNote(threadId, staff)
    await eventually(
      () => storedMessage(threadId, messageId),
      ({ forwarding }) => expect(forwarding).toMatchObject({ status: 'forwarded' }),
    )
    await sweep('workdue')
    expectTold(await calls('guest-platform'), text, before, after)
    expect((await forwardsOf(threadId)).map(({ body }) => body.messageId)).toEqual([messageId])
    // The adapter refuses notes as well, so the due work is checked by itself.
    for (const note of [before, after])
      expect(await storedMessage(threadId, note.messageId)).not.toHaveProperty('forwarding')
  })

  it('the index, whatever becomes of the thread', async () => {
    const { threadId } = await storeGuestThread({ participantIds: [member.uid] }, '+15005550001')
    await say(threadId)
    const note = await postNote(threadId, staff)
    const [failing, unsent] = await say(threadId, 'sms-message')
    await deliveryOf(threadId, failing, 'failed')
    const last = await postNote(threadId, colleague)
    expect((await markRead(threadId, member)).status).toBe(204)
    expect((await markImportant(threadId, colleague, true)).status).toBe(204)
    await sweep('workdue', 'comparesearch')
    await indexed(threadId, { lastMessage: { body: unsent }, important: [colleague.uid] })
    expectTold(await calls('algolia'), unsent, note, last)
  })

  it('the mailer, which tells landlords that there is something to read and never what', async () => {
    const landlord = await signIn({ role: 'landlord' })
    const to = `${landlord.uid}@example.com`
    await put(`accounts/${landlord.uid}`, { name: 'Lars Holm', email: to })
    const threadId = await storeThread({ source: 'support', participantIds: [landlord.uid], version: 0 })

    const alone = await postNote(threadId, staff)
    await sweep('workdue')
    expect(await storedThread(threadId)).not.toHaveProperty('supportNotificationDueAt')
    const [, text] = await say(threadId)
    expect(await storedThread(threadId)).toHaveProperty('supportNotificationDueAt')
    await markRead(threadId, landlord)
    const afterReading = await postNote(threadId, staff)
    await makeEmailsOverdue(threadId)
    await sweep('workdue')
    expect(await storedThread(threadId)).not.toHaveProperty('supportNotificationDueAt')
    const [, unread] = await say(threadId)
    await makeEmailsOverdue(threadId)
    await sweep('workdue')
    const [mail, ...others] = await eventually(
      () => mailsTo(to),
      mails => expect(mails).toHaveLength(1),
    )
    expect(others).toEqual([])
    const requests = await calls('sendgrid')
    const data = { name: 'Lars Holm', link: expect.any(String) }
    expect(mail.personalizations).toMatchObject([{ dynamic_template_data: data }])
    expectTold(requests, data.name, alone, afterReading)
    for (const secret of [text, unread]) expect(JSON.stringify(requests)).not.toContain(secret)
  })
})

/** A thread with a note between two messages, and a last note by a colleague who writes nothing else. */
async function threadWithNotes() {
  const stay = await storeGuestThread({ participantIds: [member.uid], version: 1 })
  const { threadId } = stay
  const first = await say(threadId)
  const note = await postNote(threadId, staff)
  const third = await say(threadId)
  const last = await postNote(threadId, colleague)
  return { ...stay, first, third, notes: [note, last], note }
}

describe('nobody outside the staff reads anything of a note', () => {
  it('in the thread, or in its reachability', async () => {
    const { threadId, third, notes } = await threadWithNotes()
    const ask = (user: User) =>
      call('GET', `${threadOf(threadId)}?text=${encodeURIComponent('Hello')}`, { token: user.token })
    const { text, body } = await ask(member)
    expectTold(text, third[1], ...notes)
    expect(body).toMatchObject({ lastMessage: { messageId: third[0] }, reachability: expect.any(Object) })
    expect(body).not.toHaveProperty('version')
    expect((await ask(staff)).text).toContain(notes[1]?.text)
  })

  it('in its files', async () => {
    const { threadId, phone } = await storeGuestThread({ participantIds: [member.uid] })
    const messageSid = await inbound({ from: chatapp(phone), body: '', mediaContentType0: 'image/png' })
    const { attachments } = await storedMessage(threadId, messageSid)
    const note = await postNote(threadId, staff, { attachments, externalMessageId: messageSid })
    const open = (messageId: string, { token }: User) =>
      call('GET', `${threadOf(threadId)}/messages/${messageId}/attachments/0`, { token })
    const refused = await open(note.messageId, member)
    expectProblem(refused, '404 not-found')
    const missing = await open(uniqueId('m'), member)
    expect(withoutId(refused)).toEqual(withoutId(missing))
    expect((await open(messageSid, member)).status).toBe(200)
  })
})

const withoutId = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: '' } })

/** Checks that the answers about a note and about a plain message differ by nothing but the id. */
function expectAlike(ofNote: Answer, ofMessage: Answer, noteId: string, messageId: string): void {
  const text = JSON.stringify(withoutId(ofNote)).replaceAll(noteId, messageId)
  expect(text).toBe(JSON.stringify(withoutId(ofMessage)))
}

describe('nobody outside the staff can ask for a note by its id', () => {
  it.each(Object.entries(outsiders))('by posting under it (%s)', async (_who, user) => {
    const { threadId, note, first } = await threadWithNotes()
    for (const text of [note.text, 'Guessed']) {
      const ask = (messageId: string) => post(threadId, user, { messageId, body: text })
      const answer = await expectAuditedRefusal(threadId, '409 message-conflict', () => ask(note.messageId))
      expect(answer.headers.get('idempotent-replayed')).toBeNull()
      expectAlike(answer, await ask(first[0]), note.messageId, first[0])
      const { detail, nextAction } = answer.body
      expect(detail + nextAction).not.toMatch(new RegExp(`note|staff|${note.text}|${staff.uid}`, 'i'))
    }
    const asNote = await post(threadId, user, { messageId: note.messageId, body: note.text, type: 'note' })
    expectProblem(asNote, '403 forbidden')
    const other = await post(threadId, user, { messageId: first[0], body: 'x', type: 'note' })
    expectAlike(asNote, other, '-', '-')
  })

  it('by marking it as read', async () => {
    const { threadId, note, third } = await threadWithNotes()
    const read = (lastMessageId: string) => markRead(threadId, member, { lastMessageId })
    const answers = [await read(note.messageId), await read(uniqueId('m'))]
    expect(answers.map(({ status, text }) => `${status}${text}`)).toEqual(['204', '204'])
    expect((await readThread(threadId, member)).body.unread).toBe(true)
    await read(third[0])
    expect((await readThread(threadId, member)).body.unread).toBe(false)
  })

  it('by a status callback that names it', async () => {
    const { threadId } = await storeGuestThread()
    const [sid, webhook] = [newSid(), '/webhooks/twilio/status']
    const note = await postNote(threadId, staff, { externalMessageId: sid })
    const [messageId, text] = await say(threadId, 'chatapp-message')
    await deliveryOf(threadId, messageId, 'sent')
    const [accepted] = await acceptedOf(text)
    const tell = (MessageSid: string, query: string) => {
      const form = { MessageSid, MessageStatus: 'failed', ErrorCode: '30008' }
      const target = webhook + query
      return postForm(form, signatureOf(form, undefined, fromStack('API_URL') + target), target)
    }
    const named = `?${new URLSearchParams({ thread: threadId, message: note.messageId, claim: 'c' })}`
    for (const ask of [() => tell(sid, ''), () => tell(sid, named), () => tell(newSid(), named)])
      expect(await expectUnchanged(threadId, ask)).toMatchObject({ status: 204, text: '' })
    expect((await tell(accepted.sid, '')).status).toBe(204)
    expect((await storedMessage(threadId, messageId)).delivery.status).toBe('failed')
    expect(await sendsOf(note.text)).toEqual([])
  })
})

it('a note does not hide the public message of a thread that has only lastMessage', async () => {
  const lastMessage = { messageId: 'm', body: 'Hello', type: 'message', createdAt: new Date(0) }
  const threadId = await storeThread({ lastMessage })
  await post(threadId, staff, { body: 'between us', type: 'note' })
  expect(await storedThread(threadId)).toMatchObject({ lastPublicMessage: { body: 'Hello' } })
  await indexed(threadId, { lastMessage: { body: 'Hello' }, version: 2 })
})

it('a note shows only that something was written, and by whom', async () => {
  const threadId = await storeThread({ participantIds: [member.uid] })
  const [, text] = await say(threadId)
  await markRead(threadId, member)
  const before = (await readThread(threadId, member)).body
  await postNote(threadId, colleague)
  const { body } = await readThread(threadId, member)
  expect(body).toEqual({
    ...before,
    needsAttention: [member.uid],
    unread: true,
    participantIds: [...before.participantIds, colleague.uid],
  })
  const { updatedAt } = await storedThread(threadId)
  await indexed(threadId, { updatedAt: Date.parse(updatedAt), lastMessage: { body: text } })
  expect(Date.parse(body.updatedAt)).toBeLessThan(Date.parse(updatedAt))
})
