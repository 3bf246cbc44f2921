import { story } from './story.ts'
import { document, olivia, sandbox } from './world.ts'

const [thread, maria] = ['guest-maria', '+393331234567']

export async function chatInbound(): Promise<void> {
  await guestAnswers()
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
  story.tell('stored', `${stored.authorId}, source ${stored.source}: ${stored.body}`)
  const { needsAttention } = await document(`threads/${thread}`)
  story.tell('needs attention', needsAttention)
  story.check(
    'stored in her thread, and staff have to attend',
    stored.authorId === 'maria',
    needsAttention.includes('olivia'),
  )
}

async function unknownSender(): Promise<void> {
  story.step('Somebody writes from a number that nobody knows')
  const { messageSid } = await sandbox.inbound({
    from: 'whatsapp:+447700900123',
    body: 'It is Tom, this is my new number.',
  })
  const { body: triage } = await olivia.get('/chat/triage')
  const entry = triage.entries.find(({ id }: { id: string }) => id === messageSid)
  story.tell('triage', `${entry?.reason}, from ${entry?.from}: ${entry?.body}`)
  const { status } = await olivia.post(`/chat/triage/${messageSid}/assign`, { threadId: 'mirrored-tom' })
  const stored = await document(`threads/mirrored-tom/messages/${messageSid}`)
  story.tell('assigned', `${status}, in Tom's thread now, by ${stored.authorId}: ${stored.body}`)
  story.check('in triage first, then stored as Tom’s', entry, status === 204, stored.authorId === 'tom')
}
