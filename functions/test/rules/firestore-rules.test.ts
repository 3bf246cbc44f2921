import { readFileSync } from 'node:fs'
import {
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
  type TokenOptions,
} from '@firebase/rules-unit-testing'
import { setLogLevel } from 'firebase/firestore'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromStack } from '../support/stack.ts'
import { access, contents, type Identity, identities, type Row, staff, tokens, uidOf } from './access.ts'
import { sourcesIn } from './queries.ts'

type Db = ReturnType<RulesTestContext['firestore']>
type Query = ReturnType<Db['collectionGroup']>
type Verdict = 'allow' | 'deny'

const repo = new URL('../../../', import.meta.url)
const databases = new Map<Identity, Db>()
let environment: RulesTestEnvironment

beforeAll(async () => {
  setLogLevel('silent') // every refusal is an error to the SDK, and here most answers are refusals
  const [host = '', port] = fromStack('FIRESTORE_EMULATOR_HOST').split(':')
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules', // not the stack's: its functions do not see these documents
    firestore: { host, port: Number(port), rules: readFileSync(new URL('firestore.rules', repo), 'utf8') },
  })
  for (const identity of identities) databases.set(identity, signedIn(identity).firestore())
  await Promise.all(storedDocuments.map(path => put(path, contents[path] ?? { status: 'open' })))
})

afterAll(async () => {
  await environment?.clearFirestore()
  await environment?.cleanup()
  console.log(`${access.length * identities.length * 5} permission cases (rules)`)
})

const signedIn = (identity: Identity) =>
  tokens[identity] === undefined
    ? environment.unauthenticatedContext()
    : environment.authenticatedContext(uidOf(identity), tokens[identity])

function dbOf(identity: Identity): Db {
  const db = databases.get(identity)
  if (!db) throw new Error(`${identity} has no database`)
  return db
}

const documentFor = ({ document }: Row, identity: Identity): string =>
  document.replace('{uid}', uidOf(identity))

const storedDocuments = [...new Set(access.flatMap(row => identities.map(who => documentFor(row, who))))]

const put = (path: string, fields: object) =>
  environment.withSecurityRulesDisabled(context => context.firestore().doc(path).set(fields))

/** Any outcome other than done or refused is a fault of the test. */
async function verdictOf(action: Promise<unknown>): Promise<Verdict> {
  try {
    await action
    return 'allow'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'permission-denied') return 'deny'
    throw error
  }
}

const verdictOn = (read: { get(options: { source: 'server' }): Promise<unknown> }): Promise<Verdict> =>
  verdictOf(read.get({ source: 'server' }))

const verdict = (allowed: boolean): Verdict => (allowed ? 'allow' : 'deny')

const noWrites = { create: 'deny', update: 'deny', delete: 'deny' } as const

describe.each(access)('$document', row => {
  test.each(identities)('%s', async identity => {
    const document = dbOf(identity).doc(documentFor(row, identity))
    const verdicts = {
      get: await verdictOn(document),
      list: await verdictOn(document.parent),
      create: await verdictOf(document.parent.doc('not-stored-yet').set({ by: uidOf(identity) })),
      update: await verdictOf(document.update({ by: uidOf(identity) })),
      delete: await verdictOf(document.delete()),
    }
    expect(verdicts).toEqual({
      get: verdict(row.get.includes(identity)),
      list: verdict(row.list.includes(identity)),
      ...noWrites,
    })
  })
})

async function expectFor(readers: readonly Identity[], query: (db: Db, uid: string) => Query): Promise<void> {
  for (const identity of identities) {
    const queryVerdict = await verdictOn(query(dbOf(identity), uidOf(identity)))
    expect(queryVerdict, identity).toBe(verdict(readers.includes(identity)))
  }
}

describe('collection-group queries are denied to everybody', () => {
  const groups = [...new Set(access.map(({ document }) => document.split('/').at(-2) ?? ''))]

  test.each(groups)('%s', group => expectFor([], db => db.collectionGroup(group)))
})

describe('queries', () => {
  test('staff page through the messages of a thread', () =>
    expectFor(staff, db => db.collection('threads/t/messages').orderBy('createdAt', 'desc').limit(20)))

  test('staff list the newest fifty who write', async () => {
    const newest = (size: number) => (db: Db) => db.collection('writing').orderBy('at', 'desc').limit(size)
    await expectFor(staff, newest(50))
    await expectFor([], newest(51))
  })

  test.each<[string, (db: Db, uid: string) => Query]>([
    ['thread', (db, uid) => db.collection('threads').where('participantIds', 'array-contains', uid)],
    ['property', (db, uid) => db.collection('properties').where('landlordId', '==', uid)],
    ['message', (db, uid) => db.collection('threads/t/messages').where('authorId', '==', uid)],
    ['plain', db => db.collection('threads/t/messages').where('type', '==', 'message')],
    ['without notes', db => db.collection('threads/t/messages').where('type', '!=', 'note').limit(1)],
    ['without a note on top', db => db.collection('threads').where('lastMessage.type', '==', 'message')],
  ])('a filter on the caller’s own documents opens nothing: %s', async (_, query) => {
    for (const identity of ['participant', 'landlord', 'service'] as const)
      expect(await verdictOn(query(dbOf(identity), uidOf(identity)))).toBe('deny')
  })

  test('the own user document can be got, not queried', () =>
    expectFor([], (db, uid) => db.collection('users').where('__name__', '==', uid)))
})

describe('tokens that claim a role in vain', () => {
  const claims = { role: 'operations' }
  const refused: [string, string, TokenOptions][] = [
    ['an anonymous sign-in', 'someone', { ...claims, firebase: { sign_in_provider: 'anonymous' } }],
    ['a reserved user id', '__proto__', claims],
    // @ts-expect-error: no such token is issued, and none would be let in
    ['no sign-in provider', 'someone', { ...claims, firebase: {} }],
    ['a role that is a list', 'someone', { role: ['operations'] }],
    ['a role that is a map', 'someone', { role: { operations: true } }],
    ['a role in other letters', 'someone', { role: 'Operations' }],
    ['a role of another name', 'someone', { roles: 'operations', operations: true }],
    ['an empty role', 'someone', { role: '' }],
    ['no role but null', 'someone', { role: null }],
  ]

  test.each(refused)('%s', async (_, uid, token) => {
    const db = environment.authenticatedContext(uid, token).firestore()
    for (const path of ['threads/t', 'threads/t/messages/m', 'properties/p', 'items/i'])
      expect(await verdictOn(db.doc(path)), path).toBe('deny')
  })

  test('a stored role does not count, only the token’s', async () => {
    const path = `users/${uidOf('stranger')}`
    await put(path, { role: 'operations' })
    expect(await verdictOn(dbOf('stranger').doc('threads/t'))).toBe('deny')
  })
})

describe('a role counts while the user’s record has it', () => {
  const standings: [string, object, object, Verdict][] = [
    ['as the token says', { role: 'operations', validSince: 0 }, {}, 'allow'],
    ['another role', { role: 'support', validSince: 0 }, {}, 'deny'],
    ['none any more', { validSince: 0, endedAt: new Date() }, {}, 'deny'],
    ['sign-ins before then have been ended', { role: 'operations', validSince: 9 }, { auth_time: 8 }, 'deny'],
    ['a sign-in since then', { role: 'operations', validSince: 9 }, { auth_time: 9 }, 'allow'],
    ['something that nobody understands', {}, {}, 'deny'],
  ]

  test.each(standings)('%s', async (what, standing, claims, verdict) => {
    const uid = `holder of ${what}`
    await put(`standings/${uid}`, standing)
    const db = environment.authenticatedContext(uid, { role: 'operations', ...claims }).firestore()
    for (const path of ['threads/t', 'threads/t/messages/m', 'properties/p/rooms/r', 'items/i'])
      expect(await verdictOn(db.doc(path)), path).toBe(verdict)
    const lists = ['threads', 'threads/t/messages', 'propertyChannels', 'connectionRequests']
    for (const path of lists) expect(await verdictOn(db.collection(path)), path).toBe(verdict)
  })
})

describe('writes by other means', () => {
  test.each(identities)('are denied: a batch and a transaction of %s', async identity => {
    const db = dbOf(identity)
    const own = db.doc(`users/${uidOf(identity)}`)
    expect(await verdictOf(db.batch().set(own, { role: 'operations' }, { merge: true }).commit())).toBe(
      'deny',
    )
    const transaction = db.runTransaction(async writes => void writes.set(db.doc('threads/new'), {}))
    expect(await verdictOf(transaction)).toBe('deny')
  })
})

test('the table names every collection that the code names', () => {
  const named = sourcesIn(new URL('functions/src/', repo)).flatMap(([, source]) =>
    [...source.matchAll(/\b(?:doc|collection|collectionGroup)\(\s*['"`](\w+)/g)].map(([, name = '']) => name),
  )
  const collections = access.flatMap(({ document }) => document.split('/').filter((_, at) => at % 2 === 0))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(name => !collections.includes(name))).toEqual([])
})
