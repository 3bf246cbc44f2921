import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFirestore } from './firestore.ts'
import { type GoogleKeys, googleKeys } from './google-keys.ts'
import { type Claims, idTokenClaims, signedToken, signingKey, tokenWith } from './id-token.ts'
import { type Served, serve } from './serve.ts'
import { builtCopy, openSite } from './site.ts'

// The Auth emulator accepts any token, signed or not, so here it is left out: the built function, served as deployed,
// meets real signatures, and Google's keys are the test's own.

const projectId = 'demo-tokens'
const uid = 'sam'
const key = signingKey('key-1')
const otherKey = signingKey('key-1')
const now = () => Math.floor(Date.now() / 1000)
const claims = (changes?: Claims) => idTokenClaims(projectId, uid, changes)
const tokenOf = (changes?: Claims) => signedToken(key, claims(changes))

const site = openSite()
let db: Firestore
let keys: GoogleKeys
let functionsDir: string
let firestoreHost: string
let chat: Served

const serveChat = (): Promise<Served> =>
  serve({
    source: functionsDir,
    target: 'chat',
    projectId,
    nodeOptions: keys.nodeOptions,
    env: { ...keys.env, FIRESTORE_EMULATOR_HOST: firestoreHost },
  })

beforeAll(async () => {
  ;[functionsDir, firestoreHost, keys] = await Promise.all([
    builtCopy(site),
    startFirestore(site),
    googleKeys([key]),
  ])
  process.env.FIRESTORE_EMULATOR_HOST = firestoreHost
  db = getFirestore(initializeApp({ projectId }, projectId))
  chat = await serveChat()
})

afterAll(async () => {
  await chat?.stop()
  keys?.close()
  if (db) await db.terminate()
  await site.close()
})

/** Posts a message to a new thread; returns the answer and what was written. */
async function post(token: string, to = chat, more: object = {}) {
  const threadId = `thread-${randomUUID()}`
  const messageId = randomUUID()
  const thread = db.doc(`threads/${threadId}`)
  await thread.set({ source: 'guest', participantIds: [uid], needsAttention: [], needsAttentionMap: {} })
  const before = await thread.get()
  const response = await fetch(`${to.url}/chat/threads/${threadId}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ messageId, body: 'Good evening', ...more }),
  })
  const body = (await response.json()) as { code?: string; detail?: string }
  const [messages, audit, after] = await Promise.all([
    thread.collection('messages').get(),
    db.collection('auditLog').where('targetId', '==', messageId).get(),
    thread.get(),
  ])
  if (messages.size === 0) expect(after.updateTime).toEqual(before.updateTime)
  return {
    status: response.status,
    code: body.code,
    detail: body.detail,
    contentType: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    /** Numbers of messages and of audit entries about them. */
    written: { messages: messages.size, auditEntries: audit.size },
  }
}

const nothing = { messages: 0, auditEntries: 0 }

/** Posts a note, which only staff may, by a user whose record was not read yet. */
const noteBy = (uid: string, changes?: Claims) =>
  post(signedToken(key, idTokenClaims(projectId, uid, changes)), chat, { type: 'note' })

test('a token that Google signed for this project and has not expired may post', async () => {
  const answer = await post(tokenOf())
  expect(answer).toMatchObject({ status: 201, written: { messages: 1, auditEntries: 1 } })
})

const wrongTokens: Record<string, () => string> = {
  'expired a second ago': () => tokenOf({ iat: now() - 3601, exp: now() - 1 }),
  'without an expiry': () => tokenOf({ exp: undefined }),
  'issued in the future': () => tokenOf({ iat: now() + 3600, auth_time: now() + 3600, exp: now() + 7200 }),
  'of another project': () => signedToken(key, idTokenClaims('demo-other', uid)),
  'with the audience of another project': () => tokenOf({ aud: 'demo-other' }),
  'with several audiences': () => tokenOf({ aud: [projectId, 'demo-other'] }),
  'of another issuer': () => tokenOf({ iss: `https://example.com/${projectId}` }),
  'of the session cookies’ issuer': () =>
    tokenOf({ iss: `https://session.firebase.google.com/${projectId}` }),
  'signed with a key that only claims to be Google’s': () => signedToken(otherKey, claims()),
  'signed with a key that Google does not know': () => signedToken(signingKey('key-2'), claims()),
  'whose key id is a property of every object': () => signedToken(key, claims(), { kid: 'constructor' }),
  'without a key id': () => signedToken(key, claims(), { kid: undefined }),
  'unsigned, as the emulator issues them': () =>
    tokenWith({ alg: 'none', typ: 'JWT' }, claims(), () => Buffer.alloc(0)),
  'unsigned, with a key id': () =>
    tokenWith({ alg: 'none', kid: key.kid, typ: 'JWT' }, claims(), () => Buffer.alloc(0)),
  'signed with the certificate as a shared secret': () => hs256(key.certificate),
  'signed with the public key as a shared secret': () =>
    hs256(key.publicKey.export({ type: 'spki', format: 'pem' })),
  'without a subject': () => tokenOf({ sub: undefined }),
  'with an empty subject': () => tokenOf({ sub: '' }),
  'whose claims were changed after signing': () => tampered(tokenOf({ role: 'landlord' })),
  'without its signature': () => tokenOf().replace(/[^.]+$/, ''),
  'that is no token at all': () => 'not-a-token',
  'whose claims are no JSON': () => withClaims('{"sub"'),
  'whose claims are null': () => withClaims('null'),
}

/** A token with a valid header, these claims and no valid signature. */
const withClaims = (text: string): string =>
  `${tokenOf().split('.')[0]}.${Buffer.from(text).toString('base64url')}.c2lnbmVk`

const hs256 = (secret: string | Buffer): string =>
  tokenWith({ alg: 'HS256', kid: key.kid, typ: 'JWT' }, claims(), text =>
    createHmac('sha256', secret).update(text).digest(),
  )

/** The same header and signature around other claims: a landlord becomes staff. */
function tampered(token: string): string {
  const [header, , signature] = token.split('.')
  return `${header}.${Buffer.from(JSON.stringify(claims({ role: 'operations' }))).toString('base64url')}.${signature}`
}

describe('a token', () => {
  test.each(Object.entries(wrongTokens))('%s is refused, and nothing is written', async (_, token) => {
    expect(await post(token())).toMatchObject({
      status: 401,
      code: 'unauthenticated',
      contentType: expect.stringContaining('application/problem+json'),
      written: nothing,
    })
  })

  test('is refused as expired once it has expired, since signing in again helps', async () => {
    const { detail } = await post(tokenOf({ exp: now() - 1 }))
    expect(detail).toBe('The ID token has expired.')
  })

  test('of an anonymous sign-in is understood and forbidden', async () => {
    const anonymous = claims({ firebase: { identities: {}, sign_in_provider: 'anonymous' } })
    expect(await post(signedToken(key, anonymous))).toMatchObject({
      status: 403,
      code: 'forbidden',
      written: nothing,
    })
  })

  test('is checked with keys that are fetched once and kept as long as Google allows', async () => {
    const before = keys.requestCount()
    await Promise.all([1, 2, 3].map(() => post(tokenOf())))
    expect(keys.requestCount()).toBe(before)
  })
})

describe('the user of a token', () => {
  afterEach(() => {
    keys.record({ role: 'support' })
    keys.answerRecords(true)
  })

  test('has the role that token and record both have', async () => {
    expect(await noteBy('in-office')).toMatchObject({ status: 201, written: { messages: 1 } })
  })

  test.each([
    ['no role', {}],
    ['another role', { role: 'operations' }],
  ])('is an ordinary user if the record has %s', async (name, record) => {
    keys.record(record)
    expect(await noteBy(name.replaceAll(' ', '-'))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.each([
    ['is of staff and disabled', { role: 'support', disabled: true }, 'support'],
    [
      'is of staff and has ended all sign-ins',
      { role: 'support', validSince: String(now() + 3600) },
      'support',
    ],
    ['has no role and is disabled', { disabled: true }, undefined],
    ['has no role and has ended all sign-ins', { validSince: String(now() + 3600) }, undefined],
    ['is a landlord and disabled', { role: 'landlord', disabled: true }, 'landlord'],
  ])('%s: the token is no sign-in', async (name, record, role) => {
    keys.record(record)
    const uid = name.replaceAll(' ', '-')
    const answer = await post(signedToken(key, idTokenClaims(projectId, uid, { role })))
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated', written: nothing })
  })

  test('gets nothing while records cannot be read, and is told so', async () => {
    keys.answerRecords(false)
    const answer = await noteBy('patient')
    expect(answer).toMatchObject({ status: 503, code: 'provider-unavailable', retryAfter: '10' })
    expect(answer.written).toEqual(nothing)
    keys.answerRecords(true)
    expect(await noteBy('patient')).toMatchObject({ status: 201 })
  })
})

test('a token that was proven counts no longer than its expiry', async () => {
  const token = tokenOf({ exp: now() + 3 })
  expect(await post(token)).toMatchObject({ status: 201 })
  await sleep(4_000)
  expect(await post(token)).toMatchObject({ status: 401, detail: 'The ID token has expired.' })
})

// Each test has its own process, since a process with the keys keeps them.
describe('when Google’s keys cannot be had', () => {
  let cold: Served | undefined
  afterEach(async () => {
    keys.answer('serving')
    keys.publish([key], 3600)
    await cold?.stop()
    cold = undefined
  })

  test('again, a proven token is refused until they are back, and one of a withdrawn key for good', async () => {
    cold = await serveChat()
    keys.publish([key], 1)
    const token = tokenOf()
    expect(await post(token, cold)).toMatchObject({ status: 201 })
    await sleep(1_100)
    keys.answer('failing')
    expect(await post(token, cold)).toMatchObject({ status: 503 })
    keys.answer('serving')
    keys.publish([signingKey('key-2')], 1)
    expect(await post(token, cold)).toMatchObject({ status: 401, written: nothing })
  })

  test.each(['failing', 'unreachable', 'garbage'] as const)(
    '(%s) a valid token gets 503, not 401, and works once they are back',
    async mode => {
      cold = await serveChat()
      keys.answer(mode)
      const token = tokenOf()
      expect(await post(token, cold)).toMatchObject({
        status: 503,
        code: 'provider-unavailable',
        retryAfter: '10',
        written: nothing,
      })
      keys.answer('serving')
      expect(await post(token, cold)).toMatchObject({ status: 201 })
    },
  )
})
