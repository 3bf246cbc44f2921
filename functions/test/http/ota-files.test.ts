import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eventually, posted, sandbox, stored, storedMessages } from '../support/chat.ts'
import { png } from '../support/files.ts'
import { call, type Data, fromStack, put, signIn, sweep, uniqueId } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })

/** A booking at Booking.com whose guest has sent a picture, and their thread. */
async function guestWithPicture() {
  const [propertyId, theirs, bookingId] = [uniqueId('property'), randomUUID(), randomUUID()]
  const [guestId, reservationId] = [uniqueId('guest'), `${bookingId}_1`]
  await sandbox().seed({
    properties: [{ id: theirs, title: 'Harbour View' }],
    applications: [{ propertyId: theirs, code: 'channex_messages' }],
  })
  await put(`properties/${propertyId}`, {
    name: 'Harbour View',
    landlordId: uniqueId('landlord'),
    channelManagerId: theirs,
  })
  await put(`propertyChannels/${propertyId}_booking`, {
    propertyId,
    ota: 'booking',
    status: 'active',
    hotelId: '123456',
    channelManagerChannelId: 'c',
    mapping: { rooms: [], ratePlans: [] },
    mappingStatus: 'initial',
    createdAt: new Date(),
  })
  await put(`guests/${guestId}`, { name: 'Maria Rossi' })
  await put(`reservations/${reservationId}`, {
    guestId,
    propertyId,
    bookingId,
    ota: 'booking',
    status: 'confirmed',
    arrival: '2026-01-01',
    departure: '2036-01-01',
  })
  const { threadId: conversationId } = await sandbox().control('POST', 'channel-manager/message', {
    propertyId: theirs,
    bookingId,
    provider: 'BookingCom',
    message: 'Is this the door?',
    attachments: ['door.png'],
  })
  const { threadId } = await eventually(
    async () => (await stored(`otaConversations/${conversationId}`)) ?? {},
    found => expect(found.threadId).toEqual(expect.any(String)),
  )
  return { threadId: String(threadId), conversationId }
}

it("a guest's picture is kept by us, and an answer goes as a text and a file", async () => {
  const { threadId, conversationId } = await guestWithPicture()
  const [message] = await eventually(
    async () => {
      const messages = await storedMessages(threadId)
      if (messages.length > 0 && messages[0].files?.[0]?.size === 0) await sweep('workdue')
      return messages
    },
    messages => expect(messages[0]?.files).toMatchObject([{ type: 'image/png', size: expect.any(Number) }]),
  )
  expect(message.files[0].size).toBeGreaterThan(0)
  const headers = { Authorization: `Bearer ${staff.token}` }
  const at = `/chat/threads/${threadId}/files/${message.files[0].fileId}`
  const opened = await fetch(fromStack('API_URL') + at, { headers })
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/png'])

  const uploaded = await fetch(`${fromStack('API_URL')}/chat/threads/${threadId}/files`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'image/png', 'X-File-Name': 'way.png' },
    body: new Uint8Array(png),
  })
  const { fileId } = (await uploaded.json()) as { fileId: string }
  const type = 'ota-message'
  const first = await posted(threadId, staff, { type, body: 'Here is the way.', files: [fileId] })
  expect(first).not.toHaveProperty('files')
  const sent = await eventually(
    async () => {
      await sweep('workdue')
      const { threads } = await sandbox().state('channel-manager')
      return threads.find(({ id }: Data) => id === conversationId).messages.slice(1)
    },
    messages => expect(messages).toHaveLength(2),
  )
  expect(sent).toMatchObject([
    { sender: 'property', message: 'Here is the way.', attachments: [] },
    { sender: 'property', message: '', attachments: [expect.stringContaining('way.png')] },
  ])
  const { body } = await call('GET', `/chat/threads/${threadId}/messages`, { token: staff.token })
  expect(body.messages.map(({ delivery }: Data) => delivery?.status)).toEqual(['sent', 'sent', undefined])
})
