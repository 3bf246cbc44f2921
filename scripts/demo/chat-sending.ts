import { delivery, indexed, messagesOf, sentTo, statusOf, write } from './conversation.ts'
import { story } from './story.ts'
import { auditOf, document, olivia, sandbox } from './world.ts'

const [thread, maria] = ['guest-maria', '+393331234567']
const welcome = { messageId: 'demo-welcome', body: 'Your room is ready. Welcome!', type: 'chatapp-message' }

/** Sends of staff, and their outcomes. */
export async function chatSending(): Promise<void> {
  await chatappMessage()
  await sameMessageAgain()
  await failedSend()
  await closedWindow()
}

async function chatappMessage(): Promise<void> {
  story.step('Olivia writes to Maria by chatapp')
  const { status, body } = await olivia.post(messagesOf(thread), welcome)
  story.tell('answer', `${status} ${JSON.stringify(body)}`)
  const { externalMessageId } = await delivery(thread, welcome.messageId, 'sent')
  const [sent] = await sentTo(maria)
  story.tell('provider got', sent)
  const { needsAttention } = await document(`threads/${thread}`)
  story.tell('needs attention', needsAttention)
  const [audit] = await auditOf(welcome.messageId)
  story.tell('audit', `${audit?.action} ${audit?.outcome} by ${audit?.actorId}`)
  story.check('201, stored and sent', status === 201, sent && externalMessageId === sent.sid)
  story.check(
    'everybody but the author has to attend',
    !needsAttention.includes('olivia'),
    needsAttention.includes('sam'),
  )
  const record = await indexed(thread, welcome.body)
  story.check(
    'an audit entry, and the search index shows it',
    audit?.outcome === 'success',
    record?.lastMessage.body === welcome.body,
  )
  await sandbox.tell({ sid: externalMessageId, status: 'read' })
  story.tell('status call', statusOf(await delivery(thread, welcome.messageId, 'read')))
}

async function sameMessageAgain(): Promise<void> {
  story.step('The connection was weak, the same message comes again')
  const { status, headers } = await olivia.post(messagesOf(thread), welcome)
  story.tell('answer', `${status}, Idempotent-Replayed: ${headers.get('Idempotent-Replayed')}`)
  const received = await sentTo(maria)
  story.check('200, the provider still has one', status === 200, received.length === 1)
  const conflict = await olivia.post(messagesOf(thread), { ...welcome, body: 'Something else' })
  story.tell('other content', `${conflict.status} ${conflict.body.code}: ${conflict.body.detail}`)
  story.check('409 for other content under the same id', conflict.status === 409)
}

async function failedSend(): Promise<void> {
  story.step('An SMS that does not arrive, and Olivia sends it again')
  const { body } = await write(thread, 'Breakfast is from 8 to 10.', 'sms-message')
  const { externalMessageId: sid } = await delivery(thread, body.messageId, 'sent')
  await sandbox.tell({ sid, status: 'undelivered', errorCode: 30008 })
  const failed = await delivery(thread, body.messageId, 'failed')
  story.tell('Olivia reads', statusOf(failed))
  const { status } = await olivia.post(`${messagesOf(thread)}/${body.messageId}/retry`)
  const again = await delivery(thread, body.messageId, 'sent')
  story.tell('retry', `${status}, the message is ${statusOf(again)}`)
  story.check(
    'failed, visibly, with what to do; sent once more under another provider id',
    failed.delivery.failure?.nextAction,
    status === 202,
    again.externalMessageId !== sid,
  )
}

async function closedWindow(): Promise<void> {
  story.step('Jonas has not written for two days: free text is not allowed, a template is')
  const jonas = 'guest-jonas'
  const { body } = await write(jonas, 'When do you arrive?', 'chatapp-message')
  const failed = await delivery(jonas, body.messageId, 'failed')
  story.tell('free text', statusOf(failed))
  const template = { template: 'reply-request', variables: {} }
  const { status, body: posted } = await olivia.post(`/chat/threads/${jonas}/template-messages`, template)
  const sent = await delivery(jonas, posted.messageId, 'sent')
  story.tell('template', `${status}, ${statusOf(sent)}: ${posted.body}`)
  const received = await sentTo('+4915187654321')
  story.check(
    'the provider got the template alone',
    failed.delivery.failure?.code === 'template-required',
    received.map(({ sid }) => sid).join() === sent.externalMessageId,
  )
}
