import { delivery, indexed, messagesOf, sentTo, told, write } from './conversation.ts'
import { story } from './story.ts'
import { auditOf, document, eventually, olivia, sandbox, sweep } from './world.ts'

const [thread, maria] = ['guest-maria', '+393331234567']
const welcome = { messageId: 'demo-welcome', body: 'Your room is ready. Welcome!', type: 'chatapp-message' }

/** What staff write, and what becomes of it. */
export async function chatSending(): Promise<void> {
  await chatappMessage()
  await statusCallbacks()
  await sameMessageAgain()
  await failedSend()
  await lostAnswer()
  await closedWindow()
  await mirrored()
}

async function chatappMessage(): Promise<void> {
  story.step('Olivia writes to Maria by chatapp')
  const { status, body } = await olivia.post(messagesOf(thread), welcome)
  story.tell('answer', `${status} ${JSON.stringify(body)}`)
  const message = await delivery(thread, welcome.messageId, 'sent')
  story.tell('delivery', `${message?.delivery?.status}, provider id ${message?.externalMessageId}`)
  const [sent] = await sentTo(maria)
  story.tell('provider got', `to ${sent?.to}: ${sent?.body}`)
  const stored = await document(`threads/${thread}`)
  story.tell('thread', { needsAttention: stored?.needsAttention, version: stored?.version })
  const [audit] = await auditOf(welcome.messageId)
  story.tell('audit', `${audit?.action} ${audit?.outcome} by ${audit?.actorId}`)
  story.check(
    '201, stored and sent',
    status === 201 &&
      message?.delivery?.status === 'sent' &&
      sent !== undefined &&
      message.externalMessageId === sent.sid,
  )
  story.check(
    'everybody but the author has to attend',
    !stored?.needsAttention.includes('olivia') && stored?.needsAttention.includes('sam'),
  )
  story.check('one audit entry', audit?.outcome === 'success')
  const record = await indexed(thread, welcome.body)
  story.check('the search index shows it', record?.lastMessage?.body === welcome.body)
}

async function statusCallbacks(): Promise<void> {
  story.step('The provider tells what became of it; its calls come in any order')
  const [sent] = await sentTo(maria)
  const seen: string[] = []
  for (const status of ['delivered', 'read', 'sent']) {
    await sandbox.tell({ sid: sent?.sid ?? '', status })
    const message = await document(`threads/${thread}/messages/${welcome.messageId}`)
    story.tell(`told "${status}"`, `the message is ${message?.delivery?.status}`)
    seen.push(message?.delivery?.status)
  }
  story.check('delivered, read, and never back', seen.join() === 'delivered,read,read')
}

async function sameMessageAgain(): Promise<void> {
  story.step('The connection was weak, the same message comes again')
  const { status, headers } = await olivia.post(messagesOf(thread), welcome)
  story.tell('answer', `${status}, Idempotent-Replayed: ${headers.get('Idempotent-Replayed')}`)
  story.check('200, the provider still has one', status === 200 && (await sentTo(maria)).length === 1)
  const other = { ...welcome, body: 'Something else' }
  const { status: conflict, body } = await olivia.post(messagesOf(thread), other)
  story.tell('other content', `${conflict} ${body.code}: ${body.detail}`)
  story.check('409 for other content under the same id', conflict === 409)
}

async function failedSend(): Promise<void> {
  story.step('An SMS that does not arrive, and Olivia sends it again')
  const { body } = await write(thread, 'Breakfast is from 8 to 10.', 'sms-message')
  const first = await delivery(thread, body.messageId, 'sent')
  await sandbox.tell({ sid: first?.externalMessageId, status: 'undelivered', errorCode: 30008 })
  const failed = await delivery(thread, body.messageId, 'failed')
  story.tell('Olivia reads', told(failed))
  const stored = await document(`threads/${thread}`)
  story.check(
    'failed, visibly, with what to do; its author has to attend',
    failed?.delivery?.failure?.nextAction && stored?.needsAttention.includes('olivia'),
  )
  const { status } = await olivia.post(`${messagesOf(thread)}/${body.messageId}/retry`)
  const again = await delivery(thread, body.messageId, 'sent')
  story.tell('retry', `${status}, the message is ${told(again)}`)
  story.check(
    '202, and sent once more under another provider id',
    status === 202 && again?.externalMessageId !== first?.externalMessageId,
  )
  await olivia.post(`/chat/threads/${thread}/read`)
  const { needsAttention } = (await document(`threads/${thread}`)) ?? {}
  story.tell('she has read', { needsAttention })
  story.check('she need not attend any more', !needsAttention.includes('olivia'))
}

async function lostAnswer(): Promise<void> {
  story.step('The provider takes an SMS, but its answer is lost')
  const text = 'The key is in the box by the door.'
  await sandbox.fault({ vendor: 'twilio', method: 'POST', mode: 'processed-then-reset', times: 1 })
  const { body } = await write(thread, text, 'sms-message')
  const unknown = await delivery(thread, body.messageId, 'unknown')
  story.tell('Olivia reads', told(unknown))
  const found = await eventually(
    async () => {
      await sweep()
      return document(`threads/${thread}/messages/${body.messageId}`)
    },
    message => message?.delivery?.status === 'sent',
  )
  const received = (await sentTo(maria)).filter(sent => sent.body === text)
  story.tell('looked up', `the message is ${told(found)}, the provider has ${received.length}`)
  story.check(
    'unknown, with what to do, then found: sent once, and never again by itself',
    unknown?.delivery?.failure?.nextAction &&
      found?.delivery?.status === 'sent' &&
      received.map(({ sid }) => sid).join() === found?.externalMessageId,
  )
  await olivia.post(`/chat/threads/${thread}/read`)
}

async function closedWindow(): Promise<void> {
  story.step('Jonas has not written for two days: free text is not allowed, a template is')
  const jonas = 'guest-jonas'
  const { body: view } = await olivia.get(`/chat/threads/${jonas}`)
  const { windowOpen, templatesAllowed } = view.reachability.chatapp
  story.tell('reachability', { windowOpen, templatesAllowed })
  const { body } = await write(jonas, 'When do you arrive?', 'chatapp-message')
  const failed = await delivery(jonas, body.messageId, 'failed')
  story.tell('free text', told(failed))
  const template = { template: 'reply-request', variables: {} }
  const { status, body: posted } = await olivia.post(`/chat/threads/${jonas}/template-messages`, template)
  const sent = await delivery(jonas, posted.messageId, 'sent')
  story.tell('template', `${status}, ${told(sent)}: ${posted.body}`)
  const received = await sentTo('+4915187654321')
  story.check(
    'told before and after, and the provider got the template alone',
    windowOpen === false &&
      failed?.delivery?.failure?.code === 'template-required' &&
      received.map(({ sid }) => sid).join() === sent?.externalMessageId,
  )
}

async function mirrored(): Promise<void> {
  story.step('A message in a thread that the guest platform mirrors')
  const { status, body } = await write('mirrored-tom', 'See you on Friday.')
  const { messages: received } = await eventually(
    () => sandbox.state('guest-platform'),
    state => state.messages.length > 0,
  )
  story.tell('guest platform', `${received[0]?.messageId}: ${received[0]?.body}`)
  story.check(
    '201, and the guest platform has it',
    status === 201 && received[0]?.messageId === body.messageId,
  )
}
