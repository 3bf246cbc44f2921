import { delivery, messagesOf, sentTo, told, write } from './conversation.ts'
import { story } from './story.ts'
import { document, olivia, sandbox } from './world.ts'

const [thread, maria] = ['guest-maria', '+393331234567']

/** What guests write. */
export async function chatInbound(): Promise<void> {
  await guestAnswers()
  await stopAndStart()
  await unknownSender()
}

async function guestAnswers(): Promise<void> {
  story.step('Maria answers by chatapp')
  const { status, messageSid } = await sandbox.inbound({
    from: `whatsapp:${maria}`,
    body: 'Thank you, see you soon!',
  })
  const stored = await document(`threads/${thread}/messages/${messageSid}`)
  story.tell('webhook', `${status}`)
  story.tell('stored', `${stored?.authorId}, source ${stored?.source}: ${stored?.body}`)
  const after = await document(`threads/${thread}`)
  story.tell('thread', { lastMessage: after?.lastMessage?.body, needsAttention: after?.needsAttention })
  story.check(
    'stored once, in her thread, and staff have to attend',
    stored?.authorId === 'maria' && after?.needsAttention.includes('olivia'),
  )
}

async function stopAndStart(): Promise<void> {
  story.step('Maria writes STOP by SMS, and later START')
  await sandbox.inbound({ from: maria, body: 'STOP' })
  const before = (await sentTo(maria)).length
  const { body } = await write(thread, 'How was breakfast?', 'sms-message')
  const failed = await delivery(thread, body.messageId, 'failed')
  story.tell('after STOP', told(failed))
  const retry = () => olivia.post(`${messagesOf(thread)}/${body.messageId}/retry`)
  const { status: refused, body: problem } = await retry()
  story.tell('retry', `${refused} ${problem.code}: ${problem.detail}`)
  story.check(
    'nothing is sent, not even when asked to',
    failed?.delivery?.failure?.code === 'opted-out' &&
      refused === 409 &&
      (await sentTo(maria)).filter(({ body: text }) => text === 'How was breakfast?').length === 0,
  )
  await sandbox.inbound({ from: maria, body: 'START' })
  const { status } = await retry()
  const sent = await delivery(thread, body.messageId, 'sent')
  story.tell('after START', `${status}, the message is ${told(sent)}`)
  const sends = (await sentTo(maria)).length - before
  story.check('the same message can be sent again', status === 202 && sends === 1)
}

async function unknownSender(): Promise<void> {
  story.step('Somebody writes from a number that nobody knows')
  const number = '+447700900123'
  const { messageSid } = await sandbox.inbound({
    from: `whatsapp:${number}`,
    body: 'It is Tom, this is my new number.',
  })
  const { body: triage } = await olivia.get('/chat/triage')
  const entry = triage.entries.find(({ id }: { id: string }) => id === messageSid)
  story.tell('triage', `${entry?.reason}, from ${entry?.from}: ${entry?.body}`)
  const { status } = await olivia.post(`/chat/triage/${messageSid}/assign`, { threadId: 'mirrored-tom' })
  const stored = await document(`threads/mirrored-tom/messages/${messageSid}`)
  story.tell('assigned', `${status}, in Tom's thread now, by ${stored?.authorId}: ${stored?.body}`)
  story.check('kept for a person, then stored as Tom’s', status === 204 && stored?.authorId === 'tom')
  const { messageSid: next } = await sandbox.inbound({
    from: `whatsapp:${number}`,
    body: 'See you on Friday!',
  })
  const second = await document(`threads/mirrored-tom/messages/${next}`)
  story.check('from then on the number is known', second?.authorId === 'tom')
}
