import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { call, expectProblem, signIn } from '../support/stack.ts'

const since = new Date().toISOString()
const canned = { name: 'a', text: 'a' }
const views = (...queries: string[]) => ({ views: queries.map((query, at) => ({ name: `${at}`, query })) })
const days = 'from=2026-10-01&to=2026-10-02'
const hotel = { propertyId: 'p', hotelId: '5868189' }
const choosing = (...rooms: object[]) => ({ ...hotel, chosen: { rooms } })
const step = 'property-requests/r/guide-steps'

/** Queries of a GET, bodies of any other route, and the field that the answer names. */
const invalid: Readonly<Record<string, readonly (readonly [sent: unknown, path?: string])[]>> = {
  'POST /chat/threads': [
    [{}],
    [{ reservationId: 'r', guestId: 'g' }],
    [{ reservationId: 'r', body: 'Hello', template: 'reply-request' }],
    [{ reservationId: 'r', type: 'note' }],
    [{ reservationId: 'r', body: 'Hello', type: 'letter' }],
    [{ reservationId: 'r', body: 'Hello', variables: {} }],
    [{ reservationId: 'r', source: 'chatapp' }],
    [{ reservationId: 'r', body: ' ' }],
    [{ reservationId: 'r', unlessAnsweredSince: since }],
    [{ to: { phone: '0333 1234567' } }, 'to.phone'],
    [{ to: {} }, 'to.phone'],
    [{ guestId: 'g', name: 'Ida' }, 'to'],
    [{ guestId: 'g', to: { phone: '+393331234567' } }],
  ],
  'POST /chat/threads/t/messages': ['yesterday', 5, ''].map(unlessAnsweredSince => [
    { body: 'Hi', unlessAnsweredSince },
    'unlessAnsweredSince',
  ]),
  'POST /chat/threads/t/messages/__x__/retry': [[undefined]],
  'GET /chat/threads/t/messages': [
    ...['0', '101', '-1', '1.5', 'ten', '', '1&limit=2'].map(limit => [`limit=${limit}`, 'limit'] as const),
    ['before=', 'before'],
    ['before=MS4wLm0&before=MS4wLm0', 'before'],
  ],
  'GET /chat/threads/t': [[`text=${'x'.repeat(1601)}`], ['text=a&text=b'], ['text[a]=b']],
  'POST /chat/threads/t/read': [
    [{ lastMessageId: '' }],
    [{ lastMessageId: 1 }],
    [{ lastMessageId: null }],
    [{ lastMessageId: 'm', lastFailureId: 7 }],
    [{ userId: 'other' }],
    [[]],
  ],
  'PUT /chat/threads/t/important': [
    ...['true', 1, null, undefined].map(important => [{ important }] as const),
    [{ important: true, userId: 'other' }],
  ],
  'PUT /chat/threads/t/presence': [[{}], [{ isWriting: 'yes' }], [{ isWriting: true, name: 'Ann' }], [[]]],
  'PUT /chat/threads/__a__/presence': [[{ isWriting: true }]],
  'POST /chat/threads/find': [{}, { q: '' }, { q: ' a ' }, { q: 'a'.repeat(201) }, { q: 'Ida', more: 1 }].map(
    body => [body],
  ),
  'POST /chat/canned-replies': [
    [{ name: '  ', text: 'a' }, 'name'],
    [{ name: 'x'.repeat(61), text: 'a' }, 'name'],
    [{ name: 'a', text: ' ' }, 'text'],
    [{ name: 'a', text: 'x'.repeat(10_001) }, 'text'],
    [{ name: 'a', text: '{{keyCode}}' }, 'text'],
    [{ name: 'a', text: '\ud800' }, 'text'],
    [{ ...canned, fileIds: ['f', 'f'] }, 'fileIds'],
    [{ ...canned, fileIds: Array.from({ length: 11 }, (_, at) => `f${at}`) }, 'fileIds'],
    [{ ...canned, id: 'a/b' }, 'id'],
  ],
  'PUT /chat/canned-replies/none': [[canned, 'version']],
  'PUT /chat/me/views': [
    [{}],
    [{ views: [], more: 1 }],
    [{ views: [{ name: ' ', query: '' }] }],
    [{ views: [{ name: 'x'.repeat(61), query: '' }] }],
    [{ views: ['a', 'a '].map(name => ({ name, query: '' })) }],
    [views('view=secret')],
    [views('q=Maria')],
    [views('team=a&team=b')],
    [views(...Array(31).fill(''))],
  ],
  'GET /chat/triage': [
    ['cursor=nothing-of-ours'],
    ['cursor=a%2Fb'],
    ['cursor=__x__'],
    ['status=assigned'],
    ['order=random'],
  ],
  'POST /chat/triage/t/assign': [
    [{}],
    [{ threadId: '' }],
    [{ threadId: '../x' }],
    [{ threadId: 'a', more: 1 }],
    [{ threadId: 'a', guestId: 'b' }],
    [{ reservationId: 'a/b' }],
    [[]],
  ],
  'POST /chat/triage/t/reply': [
    [{}, 'body'],
    [{ body: 'Hi', type: 'letter' }, 'type'],
  ],
  'PATCH /chat/guests/g': [
    [{ name: ' ' }, 'name'],
    [{ phone: 'none' }, 'phone'],
    [{ email: 'ida' }, 'email'],
    [{ language: 'German' }, 'language'],
    [{ optedIn: {} }],
  ],
  'PUT /api/properties/p/facts': [
    [{}, 'facts'],
    [{ facts: { wifi: 1 } }],
    [{ facts: { __x__: 'a' } }],
    [{ facts: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 'a'])) }, 'facts'],
  ],
  'GET /api/ledger': [
    ['', 'from'],
    ['from=2026-10-01', 'to'],
    ['from=2026-10-32&to=2026-11-01', 'from'],
    ['from=2026-10-02&to=2026-10-01', 'to'],
    ['from=2025-01-01&to=2026-02-05', 'to'],
    [`${days}&format=xls`, 'format'],
    [`${days}&cursor=none`, 'cursor'],
  ],
  'GET /api/items': [['status=odd'], ['cursor=made-up']],
  'GET /api/portfolio': [['notBookable=true']],
  'GET /api/property-requests': [
    ['cursor=made-up'],
    ['cursor=ZGF0ZWQgbm9uZQ'],
    ['status=odd'],
    ['propertyId=a/b'],
    ['ota=other'],
  ],
  'POST /api/integrations/booking/connect': [
    [{ propertyId: 'p' }, 'hotelId'],
    [{ ...hotel, hotelId: '' }, 'hotelId'],
    [{ ...hotel, hotelId: 5868189 }, 'hotelId'],
    [{ ...hotel, otherField: 1 }, ''],
    [{ ...hotel, paymentId: '' }, 'paymentId'],
    [{ ...hotel, listingUrl: 'booking.com/x' }, 'listingUrl'],
    [{ ...hotel, listingUrl: 'javascript:alert(1)' }, 'listingUrl'],
    ...['', '../etc', 'a/b', '__proto__'].map(
      propertyId => [{ ...hotel, propertyId }, 'propertyId'] as const,
    ),
    [choosing()],
    [choosing({ otaRoomId: 1, roomId: 'a', name: 'x' })],
    [choosing({ otaRoomId: {}, roomId: 'a' })],
    [
      {
        ...hotel,
        chosen: {
          rooms: [{ otaRoomId: 1, roomId: 'a' }],
          ratePlans: [{ otaRoomId: 1, otaRateId: 2, ratePlanId: 'b', occupancy: 0 }],
        },
      },
    ],
  ],
  [`GET /api/${step}/lo.gIn`]: [['']],
  [`POST /api/${step}/logIn`]: [
    [{}],
    [{ language: 'tlh' }],
    [{ language: 'en', lastSentAt: 'yesterday' }],
    [{ language: 'en', to: 'x@example.com' }],
  ],
  'POST /api/connection-batches': [[{ ota: 'booking', pairs: [] }]],
  'POST /api/properties/a b/channels/c/load-future-reservations': [[{}]],
}

const rows = Object.entries(invalid).flatMap(([route, all]) =>
  all.map(([sent, path]) => ({ route, sent, path })),
)

it.each(rows)('$route refuses $sent', async ({ route, sent, path }) => {
  const [method = '', ...rest] = route.split(' ')
  const { token } = await signIn({ role: 'operations' })
  const at = rest.join(' ')
  const answer = await (method === 'GET'
    ? call(method, `${at}?${sent}`, { token })
    : call(method, at, { token, body: sent }))
  expectProblem(answer, '400 validation-failed')
  if (path !== undefined) expect(answer.body.errors).toContainEqual(expect.objectContaining({ path }))
})

it('a body that a public route does not take is not parsed', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 1 }
  const asking = request(`${process.env.API_URL}/api/docs`, { headers }).end('{')
  const [{ statusCode }] = await once(asking, 'response')
  expect(statusCode).toBe(200)
})

it.each([null, undefined, {}])('an optional body may be %j', async body => {
  const [user, threadId] = await Promise.all([signIn({ role: 'support' }), storeThread()])
  expect((await call('POST', `/chat/threads/${threadId}/read`, { token: user.token, body })).status).toBe(204)
})
