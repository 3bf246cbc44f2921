import { delivery, statusOf, write } from './conversation.ts'
import { bookAndWrite } from './ota-guest.ts'
import { story } from './story.ts'
import { document, eventually, olivia, sandbox } from './world.ts'

const channelManagerId = 'a0000000-0000-4000-8000-000000000001'
const phone = '+447700900456'
const [question, answer, thanks] = [
  'Hello, is there a cot for our daughter?',
  'Yes, it stands in your room already.',
  'Wonderful, thank you! I write from my phone now.',
]

/** One guest and two ways to write: the inbox of Booking.com, and chatapp. */
export async function chatOta(): Promise<void> {
  story.step('Ines books at Booking.com, leaves a phone number, and writes in its inbox')
  await sandbox.seed({ applications: [{ propertyId: channelManagerId }] })
  const ines = await bookAndWrite({
    hotelId: '5868189',
    channelManagerId,
    roomId: 586_818_904,
    rateId: 16_385_052,
    code: '4101779001',
    message: question,
    guest: { name: 'Ines', surname: 'Duarte', phone },
  })
  const messages = `threads/${ines.threadId}/messages`
  const stored = await eventually(
    () => document(`${messages}/${ines.messageId}`),
    ({ body }) => body,
  )
  const thread = await document(`threads/${ines.threadId}`)
  story.tell('thread', { guest: thread.guestName, stay: thread.stay })
  story.tell('stored', `source ${stored.source}, by the ${stored.metadata?.sender}: ${stored.body}`)
  story.check(
    'her booking was imported first, and she waits for an answer',
    stored.source === 'ota',
    thread.reservationId,
    thread.unansweredSince,
  )

  story.step('Olivia answers her there')
  const { status, body } = await write(ines.threadId, answer, 'ota-message')
  story.tell('delivery', statusOf(await delivery(ines.threadId, body.messageId, 'sent')))
  const { threads } = await sandbox.state('channel-manager')
  const conversation = threads.find(({ id }: { id: string }) => id === ines.conversationId)
  const atOta = conversation.messages.map(({ message }: { message: string }) => message)
  story.tell('at Booking.com', atOta)
  story.check('201, in the conversation once', status === 201, atOta.join() === [question, answer].join())

  story.step('Ines goes on by chatapp, from the number of her booking')
  const { messageSid } = await sandbox.inbound({ from: `whatsapp:${phone}`, body: thanks })
  await eventually(
    () => document(`${messages}/${messageSid}`),
    ({ body }) => body,
  )
  const { body: page } = await olivia.get(`/chat/${messages}`)
  const texts = page.messages.map(({ body }: { body: string }) => body).toReversed()
  story.tell('thread', texts)
  story.check(
    'all of it stands in one thread, in its order',
    texts.join() === [question, answer, thanks].join(),
  )
}
