import { story } from './story.ts'
import type { World } from './world.ts'

const thread = 'guest-maria'
const messages = `/chat/threads/${thread}/messages`

/** Job 2: a message is stored, its thread updated, and what follows from it happens once. */
export async function chatDemo(world: World): Promise<void> {
  story.chapter('Job 2: messages in a thread')
  await chatappMessage(world)
  await sameMessageAgain(world)
  await note(world)
  await mirrored(world)
  await guestAnswers(world)
}

const welcome = { messageId: 'demo-welcome', body: 'Your room is ready. Welcome!', type: 'chatapp-message' }

async function chatappMessage(world: World): Promise<void> {
  story.step('Olivia writes to Maria by chatapp')
  const { status, body } = await world.post(messages, welcome)
  story.tell('answer', `${status} ${JSON.stringify(body)}`)
  const message = await world.eventually(
    () => world.document(`threads/${thread}/messages/${welcome.messageId}`),
    stored => stored?.delivery?.status === 'sent',
  )
  story.tell('delivery', `${message?.delivery?.status}, provider id ${message?.externalMessageId}`)
  const [sent] = await sentTexts(world)
  story.tell('provider got', `to ${sent?.to}: ${sent?.body}`)
  const stored = await world.document(`threads/${thread}`)
  story.tell('thread', { needsAttention: stored?.needsAttention, version: stored?.version })
  const [audit] = await world.documents('auditLog', 'targetId', welcome.messageId)
  story.tell('audit', `${audit?.action} ${audit?.outcome} by ${audit?.actorId}`)
  story.check('201, stored and sent', status === 201 && message?.externalMessageId === sent?.sid)
  story.check(
    'everybody but the author has to attend',
    !stored?.needsAttention.includes('olivia') && stored?.needsAttention.includes('sam'),
  )
  story.check('one audit entry', audit?.outcome === 'success')
  story.check(
    'the search index shows it',
    (await indexed(world, welcome.body))?.lastMessage.body === welcome.body,
  )
}

async function sameMessageAgain(world: World): Promise<void> {
  story.step('The connection was weak, the same message comes again')
  const { status, headers } = await world.post(messages, welcome)
  story.tell('answer', `${status}, Idempotent-Replayed: ${headers.get('Idempotent-Replayed')}`)
  story.check('200, the provider still has one', status === 200 && (await sentTexts(world)).length === 1)
  const { status: conflict, body } = await world.post(messages, { ...welcome, body: 'Something else' })
  story.tell('other content', `${conflict} ${body.code}: ${body.detail}`)
  story.check('409 for other content under the same id', conflict === 409)
}

async function note(world: World): Promise<void> {
  story.step('Olivia leaves a note for her colleagues')
  const { status } = await world.post(messages, {
    body: 'Guest may arrive late, key is in the box.',
    type: 'note',
  })
  const record = await indexed(world, welcome.body, 5)
  story.tell('search index', `last message is still: ${record?.lastMessage.body}`)
  story.check(
    '201, and the note reaches neither the guest nor the index',
    status === 201 && (await sentTexts(world)).length === 1 && record?.lastMessage.body === welcome.body,
  )
}

async function mirrored(world: World): Promise<void> {
  story.step('A message in a thread that the guest platform mirrors')
  const { status, body } = await world.post('/chat/threads/mirrored-tom/messages', {
    body: 'See you on Friday.',
  })
  const { messages: received } = await world.eventually(
    () => world.vendor('guest-platform'),
    state => state.messages.length > 0,
  )
  story.tell('guest platform', `${received[0]?.messageId}: ${received[0]?.body}`)
  story.check(
    '201, and the guest platform has it',
    status === 201 && received[0]?.messageId === body.messageId,
  )
}

async function guestAnswers(world: World): Promise<void> {
  story.step('Maria answers by chatapp')
  const { status, messageSid } = await world.guestWrites('whatsapp:+393331234567', 'Thank you, see you soon!')
  const stored = await world.document(`threads/${thread}/messages/${messageSid}`)
  story.tell('webhook', `${status}`)
  story.tell('stored', `${stored?.authorId}, source ${stored?.source}: ${stored?.body}`)
  const after = await world.document(`threads/${thread}`)
  story.tell('thread', { lastMessage: after?.lastMessage?.body, needsAttention: after?.needsAttention })
  story.check(
    'stored once, in her thread, and staff has to attend',
    stored?.authorId === 'maria' && after?.needsAttention.includes('olivia'),
  )
}

async function sentTexts(world: World): Promise<{ sid: string; to: string; body: string }[]> {
  const { messages: known } = await world.vendor('twilio')
  return known.filter(({ direction }: { direction: string }) => direction.startsWith('outbound'))
}

/** The thread's search record, once it shows that text and is at least that version. */
async function indexed(world: World, body: string, version = 0) {
  const find = async () =>
    (await world.vendor('algolia')).records.find(({ objectID }: { objectID: string }) => objectID === thread)
  return world.eventually(find, record => record?.lastMessage?.body === body && record.version >= version)
}
