import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatRoutes } from '../../src/http/chat.ts'
import { deskRoutes } from '../../src/http/desk.ts'
import { documentationRoutes } from '../../src/http/documentation.ts'
import { integrationRoutes } from '../../src/http/integrations.ts'
import { landlordRoutes } from '../../src/http/landlord.ts'
import { uploadRoutes } from '../../src/http/uploads.ts'
import { webhookRoutes } from '../../src/http/webhooks/routes.ts'
import { storeThread, uniquePhone } from '../support/builders.ts'
import { indexed, post, stored, storedMessage, storedThread, uniqueText } from '../support/chat.ts'
import { searchClient } from '../support/search-client.ts'
import { call, put, signIn, signInAnonymously, type User, uniqueId, users } from '../support/stack.ts'

/** Callers. The rights that each was given, or once was given, stand in the thread of `home`. */
const actorNames = [
  'nobody',
  'anonymous sign-in',
  'stranger',
  'self-joined',
  'added participant',
  'disabled participant',
  'former staff',
  'former staff who were added',
  'former staff with a late token',
  'former participant',
  'removed participant',
  'landlord of another property',
  'guest',
  'support',
  'operations',
  'service',
] as const
type ActorName = (typeof actorNames)[number]

/** Staff whose role has been taken away; their token still claims it. */
async function dismissed(role: string): Promise<User> {
  const user = await signIn({ role })
  await users().setCustomUserClaims(user.uid, null)
  return user
}

/** A participant whose account has been disabled; their token has not expired. */
async function disabled(): Promise<User> {
  const user = await signIn()
  await users().updateUser(user.uid, { disabled: true })
  return user
}

/** Former staff whose new token claims no role, either. */
async function formerStaff(): Promise<User> {
  const user = await signIn()
  await put(`standings/${user.uid}`, { validSince: 0, endedAt: new Date() })
  return user
}

const people: Record<ActorName, User> = Object.fromEntries(
  await Promise.all(
    actorNames.map(async name => [
      name,
      await {
        nobody: async () => ({ uid: 'nobody', token: '' }),
        'anonymous sign-in': signInAnonymously,
        stranger: () => signIn(),
        'self-joined': () => signIn(),
        'added participant': () => signIn(),
        'disabled participant': disabled,
        'former staff': () => signIn(),
        'former staff who were added': formerStaff,
        'former staff with a late token': () => dismissed('support'),
        'former participant': () => signIn(),
        'removed participant': () => signIn(),
        'landlord of another property': () => signIn({ role: 'landlord' }),
        guest: () => signIn(),
        support: () => signIn({ role: 'support' }),
        operations: () => signIn({ role: 'operations' }),
        service: () => signIn({ role: 'service' }),
      }[name](),
    ]),
  ),
)

const added = ['added participant', 'disabled participant', 'former staff who were added'] as const

const uids = (...names: ActorName[]) => names.map(name => people[name].uid)

/** A stay's thread as all of these have left it. */
async function home(fields: Record<string, unknown> = {}): Promise<string> {
  const [guestId] = uids('guest')
  const [reservationId, phone] = [uniqueId('reservation'), uniquePhone()]
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await put(`guests/${guestId}`, { name: 'Maria Rossi', phone })
  await put(`reservations/${reservationId}`, {
    guestId,
    propertyId: 'p',
    arrival: day(-1),
    departure: day(3),
  })
  const joined = uids('former staff', 'former staff with a late token')
  const threadId = await storeThread({
    reservationId,
    participantIds: [...uids('guest', ...added, 'self-joined'), ...joined],
    selfJoinedIds: uids('self-joined'),
    roleJoinedIds: joined,
    removedIds: uids('removed participant'),
    version: 1,
    ...fields,
  })
  await put(`threads/${threadId}/messages/m`, {
    messageId: 'm',
    threadId,
    authorId: guestId,
    body: 'Hello',
    source: 'chatapp',
    type: 'chatapp-message',
    contentType: 'text',
    createdAt: new Date(Date.now() - 60_000),
  })
  return threadId
}

const insiders = ['added participant', 'guest', 'support', 'operations'] as const
const staff = ['support', 'operations'] as const
const nobodies: readonly ActorName[] = ['nobody', 'anonymous sign-in', 'disabled participant']
const signedIn = actorNames.filter(name => !nobodies.includes(name))
const posters = signedIn.filter(name => name !== 'removed participant')

interface Row {
  route: string
  /** The callers that it serves; all others are refused, and nothing changes. */
  may: readonly ActorName[]
  path?: (threadId: string) => string
  body?: object
}

const inThread = (route: string, may: readonly ActorName[], body?: object, more: Partial<Row> = {}): Row => ({
  route,
  may,
  path: threadId =>
    route
      .split(' ')[1]
      ?.replace(':id', threadId)
      .replace(':messageId', 'm')
      .replace(':index', '0')
      .replace(':fileId', 'f')
      .replace(':uid', 'u') ?? '',
  ...(body && { body }),
  ...more,
})

const another = uniqueId('thread')
beforeAll(() => put(`threads/${another}`, { source: 'guest' }))

const messages = 'POST /chat/threads/:id/messages'
const asking = 'POST /api/property-requests'
const requestBody = { propertyId: 'none', ota: 'booking' }
/** Routes about connecting that are not for operations alone. */
const mayOf: Readonly<Record<string, readonly ActorName[]>> = {
  // So a writer at an OTA knows beforehand whether a message would arrive.
  'GET /api/properties/:id/messages-application': staff,
  [asking]: ['operations', 'landlord of another property'],
  'GET /api/properties/:id/facts': staff,
  'PUT /api/properties/:id/facts': staff,
  'DELETE /api/property-requests/:id': ['operations', 'landlord of another property'],
}
const rows: Row[] = [
  inThread('GET /chat/threads/:id/messages/:messageId/attachments/:index', insiders),
  inThread('POST /chat/threads/:id/files', [...insiders, 'service'], {}),
  inThread('GET /chat/threads/:id/files/:fileId', insiders),
  // The token in the address is enough, and nobody can guess it.
  { route: 'GET /files/:token', may: actorNames },
  inThread('GET /chat/threads/:id', insiders),
  inThread('GET /chat/threads/:id/messages', insiders),
  inThread('POST /chat/threads/:id/read', [...insiders, 'self-joined'], {}),
  inThread('PUT /chat/threads/:id/important', [...insiders, 'self-joined'], { important: true }),
  inThread(messages, posters, { body: 'Hello' }),
  inThread(messages, [...insiders, 'service'], { body: 'Hello', type: 'sms-message' }),
  inThread(messages, [...insiders, 'service'], { body: 'Hello', type: 'chatapp-message' }),
  inThread(messages, staff, { body: 'Hello', type: 'note' }),
  inThread(messages, [...staff, 'service'], { body: 'Hello', source: 'operations' }),
  inThread('PUT /chat/threads/:id/participants/:uid', staff, {}),
  inThread('DELETE /chat/threads/:id/participants/:uid', staff),
  inThread('PUT /chat/threads/:id/owner', staff, { userId: null }),
  inThread('PUT /chat/threads/:id/state', staff, { state: 'waiting' }),
  inThread('PUT /chat/threads/:id/presence', staff, { isWriting: true }),
  inThread('POST /chat/threads/:id/merge', staff, { threadId: another }),
  inThread('POST /chat/threads/:id/unmerge', staff),
  inThread('GET /chat/threads/:id/events', staff),
  { route: 'PUT /chat/me/away', may: staff, body: { until: null } },
  inThread('GET /chat/threads/:id/about', staff),
  { route: 'PATCH /chat/guests/:id', may: staff, body: { name: 'Ida' } },
  { route: 'POST /chat/threads/find', may: staff, body: { q: 'none' } },
  inThread('POST /chat/threads/:id/template-messages', staff, { template: 'reply-request' }),
  inThread('POST /chat/threads/:id/messages/:messageId/retry', staff),
  inThread('POST /chat/threads/:id/messages/:messageId/resolve', staff),
  { route: 'GET /chat/failed-sends', may: staff },
  inThread('POST /chat/threads/:id/scheduled', staff, {
    body: 'Hello',
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  inThread('GET /chat/threads/:id/scheduled', staff),
  inThread('DELETE /chat/threads/:id/scheduled/:messageId', staff),
  { route: 'POST /chat/threads', may: staff, body: { reservationId: 'none' } },
  { route: 'GET /chat/search-key', may: insiders },
  { route: 'GET /chat/staff', may: staff },
  { route: 'GET /chat/places', may: staff },
  { route: 'GET /chat/me/views', may: staff },
  { route: 'PUT /chat/me/views', may: staff, body: { views: [] } },
  { route: 'GET /chat/canned-replies', may: staff },
  { route: 'POST /chat/canned-replies', may: staff, body: { name: '', text: '' } },
  { route: 'PUT /chat/canned-replies/:id', may: staff, body: { version: 1, name: 'None', text: 'x' } },
  { route: 'DELETE /chat/canned-replies/:id', may: staff },
  { route: 'GET /chat/triage', may: staff },
  { route: 'POST /chat/triage/:id/assign', may: staff, body: { threadId: 't' } },
  { route: 'POST /chat/triage/:id/reply', may: staff, body: { body: 'Hello' } },
  { route: 'POST /chat/triage/:id/dismiss', may: staff },
  { route: 'POST /chat/triage/:id/restore', may: staff },
  { route: 'PUT /chat/triage/:id/spam', may: staff, body: { spam: true } },
  ...deskRoutes.map(({ method, path }): Row => ({ route: `${method} ${path}`, may: staff })),
  ...landlordRoutes.map(
    ({ method, path }): Row => ({ route: `${method} ${path}`, may: ['landlord of another property'] }),
  ),
  ...integrationRoutes.map(({ method, path }): Row => {
    const route = `${method} ${path}`
    return { route, may: mayOf[route] ?? ['operations'], ...(route === asking && { body: requestBody }) }
  }),
]

let cases = 0
afterAll(() => console.log(`${cases} permission cases`))

const refusals = new Set([401, 403, 404])

/** Whether the row serves the caller. */
async function served(row: Row, name: ActorName, threadId: string): Promise<'served' | 'refused'> {
  const [method = '', pattern = ''] = row.route.split(' ')
  const path = row.path?.(threadId) ?? pattern.replace(/:\w+/g, 'none')
  const { token } = people[name]
  const body = method === 'GET' || method === 'DELETE' ? undefined : (row.body ?? {})
  const answer = await call(method, path, { ...(token !== '' && { token }), body })
  const code: string = answer.body?.code ?? ''
  // A caller with the right gets another 404: the thing asked for is not there.
  const isServed =
    !refusals.has(answer.status) || !['unauthenticated', 'forbidden', 'thread-not-found'].includes(code)
  return isServed ? 'served' : 'refused'
}

describe.each(actorNames)('%s', name => {
  it('is served by exactly the routes of this caller', async () => {
    const outcomes: string[] = []
    // A refused request changes nothing, so all of them share one thread.
    const untouched = await home()
    const threadFor = (row: Row) => (row.path && row.may.includes(name) ? home() : untouched)
    for (const row of rows) outcomes.push(await served(row, name, await threadFor(row)))
    const lineOf = (row: Row, index: number, outcome: string) =>
      `${row.route} ${JSON.stringify(row.body ?? {})} ${index}: ${outcome}`
    cases += rows.length
    expect(rows.map((row, index) => lineOf(row, index, outcomes[index] ?? ''))).toEqual(
      rows.map((row, index) => lineOf(row, index, row.may.includes(name) ? 'served' : 'refused')),
    )
  })

  it('is refused at every webhook, whose callers sign what they send', async () => {
    for (const { method, path } of webhookRoutes) {
      const { token } = people[name]
      const answer = await call(method, path, { ...(token !== '' && { token }), body: {} })
      cases += 1
      expect([401, 403], `${path}: ${answer.status}`).toContain(answer.status)
    }
  })

  it('reads the documentation, which is public', async () => {
    for (const { method, path } of documentationRoutes) {
      const { token } = people[name]
      cases += 1
      expect((await call(method, path, token === '' ? {} : { token })).status).toBe(200)
    }
  })
})

it('the table has every route', () => {
  const routes = new Set(rows.map(({ route }) => route))
  expect(
    [...chatRoutes, ...uploadRoutes]
      .map(({ method, path }) => `${method} ${path}`)
      .filter(route => !routes.has(route)),
  ).toEqual([])
})

/** Callers whose posts are forwarded and announced by e-mail. */
const writers = ['added participant', 'guest', 'support', 'operations', 'service'] as const

describe('the forwarding and e-mails of a post by', () => {
  it.each(posters)('%s', async name => {
    const isHeard = writers.some(writer => writer === name)
    const mirrored = await home({ source: 'platform-guest' })
    const { body } = await post(mirrored, people[name], { body: uniqueText() })
    cases += 1
    expect(Boolean((await storedMessage(mirrored, body.messageId)).forwarding), 'forwarded').toBe(isHeard)

    const landlord = uniqueId('landlord')
    await put(`accounts/${landlord}`, { name: 'Lars Holm', email: `${landlord}@example.com` })
    const support = await home({
      source: 'support',
      participantIds: [...uids('guest', 'added participant'), landlord],
    })
    await post(support, people[name], { body: uniqueText() })
    const { supportNotificationDueFor = {} } = await storedThread(support)
    cases += 1
    if (!isHeard) expect(supportNotificationDueFor, 'told by e-mail').toEqual({})
  })
})

it('a search key finds the thread for its members and staff', async () => {
  const threadId = await home()
  const text = uniqueText()
  await post(threadId, people.support, { body: text })
  await indexed(threadId, { version: 3 })
  const finders: ActorName[] = []
  for (const name of signedIn) {
    const { status, body } = await call('GET', '/chat/search-key', { token: people[name].token })
    if (status === 403) continue
    const client = searchClient(body)
    const { hits } = await client.searchSingleIndex({
      indexName: body.indexName,
      searchParams: { query: text },
    })
    cases += 1
    if (hits.some(({ objectID }) => objectID === threadId)) finders.push(name)
  }
  expect(finders.toSorted()).toEqual([...insiders].toSorted())
  expect(await stored(`threads/${threadId}`)).toBeDefined()
})
