import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { eventually, sandbox, stored, storedMessages } from '../support/chat.ts'
import { fromStack, put, signIn, sweep, uniqueId } from '../support/stack.ts'

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
  return String(threadId)
}

it("a guest's picture at an OTA, of which the webhook tells, is kept by us", async () => {
  const threadId = await guestWithPicture()
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
})
