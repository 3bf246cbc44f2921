import { delivery, indexed, messagesOf, told, write } from './conversation.ts'
import { story } from './story.ts'
import { type Client, document, eventually, lars, nina, olivia, sandbox, send } from './world.ts'

const [thread, mirrored] = ['guest-maria', 'mirrored-tom']
const secret = 'Guest may arrive late, key is in the box.'
const goodbye = 'Have a safe trip home!'
const keys = 'Your keys are at the reception.'

/** Notes, and who reads and finds what. */
export async function chatReading(): Promise<void> {
  await note()
  await noteAmongSends()
  await reading()
  await searching()
}

const bodiesIn = async (client: Client): Promise<string[]> =>
  (await client.get(`${messagesOf(thread)}?limit=3`)).body.messages.map(({ body }: { body: string }) => body)

async function note(): Promise<void> {
  story.step('Olivia leaves a note for her colleagues, and then writes to everybody')
  const { status } = await write(thread, secret, 'note')
  await write(thread, goodbye)
  const [staff, landlord] = [await bodiesIn(olivia), await bodiesIn(lars)]
  story.tell('Olivia reads', staff.slice(0, 2))
  story.tell('Lars reads', landlord.slice(0, 2))
  story.check(
    '201; staff read the note, the landlord what was said before and after it',
    status === 201 && staff[1] === secret && landlord[0] === goodbye && !landlord.includes(secret),
  )
}

async function noteAmongSends(): Promise<void> {
  story.step('The same note, in a thread whose other messages go to provider, guest platform and index')
  await write(mirrored, secret, 'note')
  const { body } = await write(mirrored, keys, 'chatapp-message')
  const sent = await delivery(mirrored, body.messageId, 'sent')
  const provider = await sandbox.state('twilio')
  const platform = await eventually(
    () => sandbox.state('guest-platform'),
    ({ messages }) => messages.some(({ messageId }: { messageId: string }) => messageId === body.messageId),
  )
  const record = await indexed(mirrored, keys)
  const heard = [provider.messages, platform.messages, record].map(all => JSON.stringify(all))
  story.tell('provider', `${told(sent)}, ${sent?.externalMessageId}`)
  story.tell('platform, index', record?.lastMessage.body)
  story.check(
    'each has the message and none has the note',
    sent?.externalMessageId !== undefined &&
      heard.every(text => text.includes(keys)) &&
      !heard.some(text => text.includes(secret)),
  )
}

async function reading(): Promise<void> {
  story.step('Lars, who takes part, reads the thread; Nina does not take part')
  const path = `/chat/threads/${thread}`
  const { body: before } = await lars.get(path)
  story.tell('Lars sees', { lastMessage: before.lastMessage?.body, unread: before.unread })
  const { status } = await lars.post(`${path}/read`)
  await lars.put(`${path}/important`, { important: true })
  const { body: after } = await lars.get(path)
  story.tell('read', `${status}, unread: ${after.unread}, important: ${after.important}`)
  const { status: refused, body } = await nina.get(path)
  story.tell('Nina gets', `${refused} ${body.code}`)
  const stored = await document(`threads/${thread}`)
  story.check(
    'his own marks change and nobody else’s',
    before.unread && !after.unread && after.important && stored?.needsAttention.includes('sam'),
  )
  story.check('for Nina there is no such thread', refused === 404)
}

async function searching(): Promise<void> {
  story.step('Everybody searches with a key of their own')
  await indexed(thread, goodbye)
  const people = { Olivia: olivia, Lars: lars, Nina: nina }
  const found: string[] = []
  for (const [name, client] of Object.entries(people)) {
    const threads = await find(client, goodbye)
    story.tell(`${name} finds`, threads.join(', ') || 'nothing')
    found.push(String(threads.includes(thread)))
  }
  story.check('each finds what they may read', found.join() === 'true,true,false')
  const hits = [...(await find(olivia, secret)), ...(await find(lars, secret))]
  story.check('and nobody finds the note', hits.length === 0)
}

/** The ids of the threads that a user's key finds. */
async function find(client: Client, query: string): Promise<string[]> {
  const { status, body: key } = await client.get('/chat/search-key')
  if (status === 403) return []
  const headers = { 'x-algolia-application-id': key.appId, 'x-algolia-api-key': key.key }
  const { body } = await send('POST', `${key.host}/1/indexes/${key.indexName}/query`, { query }, headers)
  return body.hits.map(({ objectID }: { objectID: string }) => objectID)
}
