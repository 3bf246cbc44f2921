import { indexed, messagesOf, write } from './conversation.ts'
import { story } from './story.ts'
import { type Client, eventually, lars, nina, olivia, sandbox, send } from './world.ts'

const [thread, mirrored] = ['guest-maria', 'mirrored-tom']
const secret = 'Guest may arrive late, key is in the box.'
const goodbye = 'Have a safe trip home!'

/** Notes, and who reads and finds what. */
export async function chatReading(): Promise<void> {
  await forwarding()
  await reading()
  await searching()
}

async function forwarding(): Promise<void> {
  story.step('A note and a message, in a thread that the guest platform mirrors')
  await write(mirrored, secret, 'note')
  const { status, body } = await write(mirrored, 'See you on Friday.')
  const { messages } = await eventually(
    () => sandbox.state('guest-platform'),
    state => state.messages.length > 0,
  )
  story.tell('guest platform', messages)
  story.check(
    '201, and the guest platform has the message alone',
    status === 201,
    messages.map(({ messageId }: { messageId: string }) => messageId).join() === body.messageId,
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
  await lars.put(`${path}/important`, { important: true })
  const { body: view } = await lars.get(path)
  story.tell('Lars has read', `${status}, unread: ${view.unread}, important: ${view.important}`)
  const { status: refusal, body } = await nina.get(path)
  story.tell('Nina gets', `${refusal} ${body.code}`)
  story.check(
    'he has his marks, and for her there is no such thread',
    !view.unread,
    view.important,
    refusal === 404,
  )
}

const bodiesIn = async (client: Client): Promise<string[]> =>
  (await client.get(`${messagesOf(thread)}?limit=3`)).body.messages.map(({ body }: { body: string }) => body)

async function searching(): Promise<void> {
  story.step('Everybody searches with a key of their own')
  await indexed(thread, goodbye)
  const [byOlivia, byLars, byNina] = [await find(olivia), await find(lars), await find(nina)]
  story.tell('found', { olivia: byOlivia, lars: byLars, nina: byNina })
  story.check(
    'each finds what they may read',
    byOlivia.includes(thread),
    byLars.includes(thread),
    byNina.length === 0,
  )
  story.check('and nobody finds the note', (await find(olivia, secret)).length === 0)
}

/** The ids of the threads that a user's key finds. */
async function find(client: Client, query = goodbye): Promise<string[]> {
  const { status, body: key } = await client.get('/chat/search-key')
  if (status === 403) return []
  const headers = { 'x-algolia-application-id': key.appId, 'x-algolia-api-key': key.key }
  const { body } = await send('POST', `${key.host}/1/indexes/${key.indexName}/query`, { query }, headers)
  return body.hits.map(({ objectID }: { objectID: string }) => objectID)
}
