import { messagesOf, write } from './conversation.ts'
import { story } from './story.ts'
import { type Client, eventually, lars, nina, olivia, sandbox } from './world.ts'

const [thread, mirrored] = ['guest-maria', 'mirrored-tom']
const secret = 'Guest may arrive late, key is in the box.'
const goodbye = 'Have a safe trip home!'

/** Notes, and who reads what. */
export async function chatReading(): Promise<void> {
  await forwarding()
  await reading()
}

async function forwarding(): Promise<void> {
  story.step('A note and a message, in a thread that the guest platform mirrors')
  await write(mirrored, secret, 'note')
  const { status, body } = await write(mirrored, 'See you on Friday.')
  const { messages } = await eventually(
    () => sandbox.state('guest-platform'),
    state => JSON.stringify(state).includes(body.messageId),
  )
  story.tell('guest platform', messages)
  const texts = messages.map((message: { body: string }) => message.body)
  story.check(
    '201, and the guest platform has the message, not the note',
    status === 201,
    texts.includes(body.body),
    !texts.includes(secret),
  )
}

async function reading(): Promise<void> {
  story.step('Olivia leaves a note for her colleagues, and then writes to everybody')
  await write(thread, secret, 'note')
  await write(thread, goodbye)
  const [staff, landlord] = [await bodiesIn(olivia), await bodiesIn(lars)]
  story.tell('Olivia reads', staff)
  story.tell('Lars reads', landlord)
  story.check(
    'staff read the note, the landlord only what stands around it',
    staff.includes(secret),
    landlord.includes(goodbye),
    !landlord.includes(secret),
  )

  story.step('Lars, who takes part, reads the thread; Nina does not take part')
  const path = `/chat/threads/${thread}`
  const { status } = await lars.post(`${path}/read`)
  const { body: view } = await lars.get(path)
  story.tell('Lars has read', `${status}, unread: ${view.unread}`)
  const { status: refusal, body } = await nina.get(path)
  story.tell('Nina gets', `${refusal} ${body.code}`)
  story.check('he has read it, and for her there is no such thread', !view.unread, refusal === 404)
}

const bodiesIn = async (client: Client): Promise<string[]> =>
  (await client.get(`${messagesOf(thread)}?limit=3`)).body.messages.map(({ body }: { body: string }) => body)
