import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { post, sandbox, storedMessages } from '../support/chat.ts'
import { call, db, expectProblem, fromStack, signIn, type User, uniqueId, update } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })

const address = (threadId: string, messageId: string, index: number | string) =>
  `/chat/threads/${threadId}/messages/${messageId}/attachments/${index}`

/** A message from a guest with files of those types. */
async function withFiles(...types: string[]) {
  const member = await signIn()
  const { threadId, phone } = await storeGuestThread({ participantIds: [member.uid] })
  const media = Object.fromEntries(types.map((type, index) => [`mediaContentType${index}`, type]))
  const { messageSid } = await sandbox().inbound({ from: `whatsapp:${phone}`, body: '', ...media })
  return { threadId, messageId: messageSid, member }
}

const open = (user: User, path: string) =>
  fetch(fromStack('API_URL') + path, { headers: { Authorization: `Bearer ${user.token}` } })

describe('an attachment from a guest', () => {
  it('is handed out to staff and participants, safe to show', async () => {
    const { threadId, messageId, member } = await withFiles('image/png', 'text/html', 'image/svg+xml')
    for (const user of [staff, member]) {
      const response = await open(user, address(threadId, messageId, 0))
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': 'inline; filename="attachment-1.png"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
        'cache-control': 'no-store',
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect(bytes.length).toBeGreaterThan(60)
    }
    for (const index of [1, 2]) {
      const page = await open(staff, address(threadId, messageId, index))
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="attachment-${index + 1}.bin"`,
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it.each([1, -1, 'x', '0.5', 1000])('with the number %s is refused', async index => {
    const { threadId, messageId } = await withFiles('image/png')
    const answer = await call('GET', address(threadId, messageId, index), { token: staff.token })
    expect([400, 404]).toContain(answer.status)
    expectProblem(answer, `${answer.status} ${index === 1 ? 'not-found' : 'validation-failed'}`)
  })

  it('is answered with 503 if the provider does not give it', async () => {
    const { threadId, messageId } = await withFiles('image/png')
    const ask = () => call('GET', address(threadId, messageId, 0), { token: staff.token })
    await sandbox().fault({ vendor: 'twilio', path: messageId, mode: 'status', status: 500, times: 1 })
    expectProblem(await ask(), '503 provider-unavailable')
    expect((await ask()).status).toBe(200)
  })

  it.each([
    'bookings',
    'properties/x',
    'attachments/../bookings',
    'attachments/%2e%2e/bookings',
    'attachments',
  ])('never reads %s of the channel manager for somebody who posts that address', async path => {
    const url = `${fromStack('SANDBOX_URL')}/channel-manager/${path}`
    const service = await signIn({ role: 'service' })
    const { threadId } = await storeGuestThread()
    const calls = async () =>
      (await sandbox().requests('channel-manager')).filter(call =>
        call.path.endsWith(path.split('/').at(-1) ?? ''),
      )
    const before = (await calls()).length
    for (const author of [staff, service])
      for (const source of ['ota', 'chatapp', 'sms']) {
        const fields = { body: 'Look', source, externalMessageId: uniqueId('own'), attachments: [url] }
        const { messageId } = (await post(threadId, author, fields)).body
        expect(messageId).toEqual(expect.any(String))
        const answer = await call('GET', address(threadId, messageId, 0), { token: author.token })
        expectProblem(answer, '404 not-found')
        // The same holds where a vendor named that address to our reader.
        await update(`threads/${threadId}/messages/${messageId}`, { metadata: { sender: 'guest' } })
        const again = await call('GET', address(threadId, messageId, 0), { token: author.token })
        expectProblem(again, '404 not-found')
      }
    expect((await calls()).length).toBe(before)
  })

  it('of another thread cannot be read by posting its address', async () => {
    const theirs = await withFiles('image/png')
    const [message] = await storedMessages(theirs.threadId)
    const own = await withFiles('image/png')
    const attachments: string[] = message.attachments
    const posted = await post(own.threadId, own.member, { body: 'Look', attachments })
    expect(posted.status).toBe(201)
    const before = (await sandbox().requests('twilio')).length
    const refused = async (messageId: string) => {
      const answer = await call('GET', address(own.threadId, messageId, 0), { token: own.member.token })
      expectProblem(answer, '404 not-found')
    }
    await refused(posted.body.messageId)
    const document = db().doc(`threads/${own.threadId}/messages/${posted.body.messageId}`)
    await document.update({ externalMessageId: theirs.messageId })
    await refused(posted.body.messageId)
    await update(`threads/${own.threadId}/messages/${own.messageId}`, { attachments })
    await refused(own.messageId)
    const since = (await sandbox().requests('twilio')).slice(before)
    expect(since.filter(({ path }) => path.includes('/Media/'))).toEqual([])
  })
})
