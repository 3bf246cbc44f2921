import { delivery, sentTo, told, write } from './conversation.ts'
import { bookAndWrite, type OtaGuest } from './ota-guest.ts'
import { story } from './story.ts'
import { document, eventually, olivia, sandbox } from './world.ts'

const property = 'harbour-view-guesthouse'
const channelManagerId = 'a0000000-0000-4000-8000-000000000001'
const phone = '+447700900456'
const [question, answer, thanks] = [
  'Hello, is there a cot for our daughter?',
  'Yes, it stands in your room already.',
  'Wonderful, thank you! I write from my phone now.',
]

/** One guest and two ways to write: the inbox of Booking.com, and chatapp. */
export async function chatOta(): Promise<void> {
  await application()
  const ines = await writesAtOta()
  await isAnswered(ines)
  await goesOnByChatapp(ines)
}

async function application(): Promise<void> {
  story.step("Guests' messages at Booking.com come in once the channel manager's application is installed")
  const path = `/api/properties/${property}/messages-application`
  const { body: before } = await olivia.get(path)
  story.tell('before', before)
  await sandbox.seed({ applications: [{ propertyId: channelManagerId }] })
  const { body: after } = await olivia.get(path)
  story.tell('once it is installed there', after)
  story.check(
    'its price is told, and that it is there',
    before.price > 0 && !before.installed && after.installed,
  )
}

async function writesAtOta(): Promise<OtaGuest> {
  story.step('Ines books at Booking.com, leaves a phone number, and writes in its inbox')
  const ines = await bookAndWrite({
    ...{ hotelId: '5868189', channelManagerId },
    ...{ roomId: 586_818_904, rateId: 16_385_052, code: '4101779001', message: question },
    guest: { name: 'Ines', surname: 'Duarte', phone },
  })
  const { messageId, threadId } = ines
  const stored = await eventually(
    () => document(`threads/${threadId}/messages/${messageId}`),
    message => message !== undefined,
  )
  const thread = await document(`threads/${threadId}`)
  story.tell('thread', { guest: thread?.guestName, stay: thread?.stay, dueBy: thread?.dueBy?.toDate?.() })
  story.tell('stored', `source ${stored?.source}, by the ${stored?.metadata?.sender}: ${stored?.body}`)
  story.check(
    'her booking was imported first, and she waits for an answer',
    stored?.source === 'ota' && thread?.reservationId !== undefined && thread.unansweredSince !== undefined,
  )
  return ines
}

/** What stands in the OTA's own conversation, oldest first. */
async function atOta({ conversationId }: OtaGuest): Promise<string[]> {
  const { threads } = await sandbox.state('channel-manager')
  const found = threads.find(({ id }: { id: string }) => id === conversationId)
  return found.messages.map(({ sender, message }: Record<string, string>) => `${sender}: ${message}`)
}

async function isAnswered(ines: OtaGuest): Promise<void> {
  story.step('Olivia answers her there')
  const { status, body } = await write(ines.threadId, answer, 'ota-message')
  const sent = await delivery(ines.threadId, body.messageId, 'sent')
  const conversation = await atOta(ines)
  story.tell('delivery', told(sent))
  story.tell('at Booking.com', conversation)
  const thread = await document(`threads/${ines.threadId}`)
  story.check(
    '201, in the conversation once, and nobody waits any more',
    status === 201 &&
      conversation.join() === [`guest: ${question}`, `property: ${answer}`].join() &&
      !thread?.unansweredSince,
  )
}

async function goesOnByChatapp({ threadId }: OtaGuest): Promise<void> {
  story.step('Ines goes on by chatapp, from the number of her booking')
  const { messageSid } = await sandbox.inbound({ from: `whatsapp:${phone}`, body: thanks })
  await eventually(
    () => document(`threads/${threadId}/messages/${messageSid}`),
    message => message !== undefined,
  )
  const { body } = await olivia.get(`/chat/threads/${threadId}/messages`)
  const said = body.messages.toReversed()
  for (const { type, authorId, body: text } of said)
    story.tell(type.replace('-message', ''), `${authorId === 'olivia' ? 'Olivia' : 'Ines'}: ${text}`)
  story.check(
    'all of it stands in one thread, in its order',
    said.map(({ body: text }: { body: string }) => text).join() === [question, answer, thanks].join(),
  )
  story.check('and nothing was sent to her number', (await sentTo(phone)).length === 0)
}
