import type { Firestore } from 'firebase-admin/firestore'
import { expect, it } from 'vitest'
import { messageKey } from '../../src/lib/chat/message-key.ts'
import type { PortName } from '../../src/lib/context.ts'
import { laneNames } from '../../src/lib/due/lanes.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { namesOf } from '../../src/lib/record-of.ts'
import { shardOf } from '../../src/lib/shards.ts'
import type { DueKindName } from '../../src/triggers/due-work.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { steppedClock } from '../support/chat-deps.ts'
import { dueIds } from '../support/due.ts'
import { type Documents, duePieces } from '../support/due-pieces.ts'
import { png } from '../support/files.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxSettings, testContext } from '../support/test-context.ts'
import { ownProjects } from '../support/world.ts'

const ownProject = ownProjects()

/** The ports that call each vendor, or the sign-in service. */
const portsOf: Readonly<Record<string, readonly PortName[]>> = {
  twilio: ['messenger', 'media', 'inboundLog'],
  'channel-manager': ['channelManager', 'otaMessenger', 'otaInbox', 'otaMedia', 'events', 'feed', 'webhooks'],
  storage: ['files'],
  sendgrid: ['mailer'],
  algolia: ['index'],
  'guest-platform': ['guestPlatform'],
  'sign-in': ['userRecords'],
}

const file = (state: string, fields: object) => ({
  threadId: 't',
  name: 'a-1',
  type: 'image/png',
  size: 1,
  by: 'sam',
  createdAt: new Date(0),
  state,
  ...fields,
})
const thread = (id: string, fields: object = {}): Documents => ({
  [`threads/${id}`]: { source: 'guest', participantIds: ['sam'], needsAttention: [], ...fields },
})
const sent = (
  id: string,
  type: string,
  dueAt: Date,
  status = 'unknown',
  to = `+49151${id.slice(1)}`,
): Documents => ({
  ...thread(id),
  [`threads/${id}/messages/${id}`]: {
    messageId: id,
    threadId: id,
    authorId: 'sam',
    createdAt: dueAt,
    source: 'platform',
    body: id,
    type,
    contentType: 'text',
    ...(status === 'sent' && { externalMessageId: `SM${id}` }),
    delivery: {
      status,
      attempts: 1,
      to,
      claimedAt: dueAt,
      claimId: id,
      callEnded: true,
      dueAt,
      dueShard: shardOf(id),
    },
  },
})

/** The vendors that a piece of due work calls, and its documents. */
interface Piece {
  asks: readonly string[]
  documents(id: string, dueAt: Date): Documents
}

const pieces = {
  'chatapp-delivery': { asks: ['twilio'], documents: duePieces['chatapp-delivery'].documents },
  forwarding: { asks: ['guest-platform'], documents: duePieces.forwarding.documents },
  email: { asks: ['sendgrid'], documents: duePieces.email.documents },
  'search-record': { asks: ['algolia'], documents: duePieces['search-record'].documents },
  'look-up': { asks: ['twilio'], documents: (id, at) => sent(id, 'chatapp-message', at) },
  'sent-check': { asks: ['twilio'], documents: (id, at) => sent(id, 'sms-message', at, 'sent') },
  'ota-look-up': {
    asks: ['channel-manager'],
    documents: (id, at) => sent(id, 'ota-message', at, 'unknown', `booking:${id}`),
  },
  file: {
    asks: ['storage'],
    documents: (id, dueAt) => ({ [`files/${id}`]: file('going', { dueAt }) }),
  },
  'coming-file': {
    asks: ['storage', 'channel-manager'],
    documents: (id, fetchAt) => ({
      [`files/${id}`]: file('coming', { fetchAt, channel: 'ota', url: '/a/1', messageId: id }),
    }),
  },
  'scheduled-send': {
    asks: ['sign-in'],
    documents: (id, dueAt) => ({
      ...thread(id, { scheduledIds: [id] }),
      [`scheduledSends/${messageKey({ threadId: id, messageId: id })}`]: {
        threadId: id,
        messageId: id,
        authorId: 'sam',
        type: 'message',
        body: id,
        createdAt: dueAt,
        sendAt: dueAt,
        status: 'waiting',
        dueAt,
      },
    }),
  },
  desk: {
    asks: [],
    documents: (id, at) =>
      thread(id, { state: 'snoozed', snoozedUntil: at, deskDueAt: at, deskShard: shardOf(id) }),
  },
  absence: { asks: [], documents: (id, dueAt) => ({ [`absences/${id}`]: { since: new Date(0), dueAt } }) },
  'support-notification': {
    asks: [],
    documents: (id, at) =>
      thread(id, {
        source: 'support',
        supportNotificationDueAt: at,
        supportNotificationShard: shardOf(id),
      }),
  },
} satisfies Partial<Record<DueKindName, Piece>>
const kinds = namesOf(pieces)
const pieceOf = (kind: keyof typeof pieces): Piece => pieces[kind]
const atOnce = 2

/** Stores more pieces for that vendor than are worked on at once, all older than the one piece of each other kind. */
async function store(db: Firestore, vendor: string, now: Date): Promise<void> {
  const batch = db.batch()
  for (const [at, kind] of kinds.entries()) {
    const { asks, documents } = pieceOf(kind)
    const isMeant = asks.includes(vendor)
    for (let number = 0; number < (isMeant ? 2 * atOnce : 1); number += 1) {
      const dueAt = new Date(now.getTime() - (isMeant ? 60_000 : 30_000) - number)
      for (const [path, fields] of Object.entries(documents(`p${100 * at + number}`, dueAt)))
        batch.set(db.doc(path), fields)
    }
  }
  await batch.commit()
}

it.each(namesOf(portsOf))('work without %s is done while its calls never end', async vendor => {
  const { db } = ownProject()
  // A stopped clock, whose sleeps end at once.
  const clock = steppedClock()
  await store(db, vendor, clock.now())
  const { promise: over, reject: end } = Promise.withResolvers<never>()
  over.catch(() => {})
  const hanging = new Proxy({}, { get: (_, method) => (method === 'then' ? undefined : () => over) })
  const standIns: Partial<Record<PortName, object>> = {
    userRecords: {
      find: async () => new Map([['sam', { role: 'support', isDisabled: false, validSince: 0 }]]),
    },
    otaMessenger: { sentTo: async () => [] },
    otaMedia: { open: async () => ({ contentType: 'image/png', bytes: [png] }) },
  }
  const context = testContext({
    firestore: db,
    clock,
    log: memoryLog([]),
    settings: { ...sandboxSettings(), lanes: () => laneNames.map(lane => `${lane}=1000/${atOnce}`).join() },
    decorate: (name, port) =>
      (portsOf[vendor]?.includes(name) ? hanging : ({ ...standIns }[name] ?? port)) as typeof port,
  })
  const run = workDue(context, kinds)
  const others = kinds.filter(kind => !pieceOf(kind).asks.includes(vendor))
  const waiting = async () =>
    (
      await Promise.all(others.map(async kind => (await dueIds(db, clock.now(), kind)).map(() => kind)))
    ).flat()
  try {
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  } finally {
    end(new ProviderError(vendor, 'retryable', 'no answer'))
    await run
  }
})

it('a probe of storage takes no file away before its time', async () => {
  const { db } = ownProject()
  const later = new Date(Date.now() + 3_600_000)
  await db.doc('lanes/storage').set({ failing: { reason: 'down', since: new Date(0), probeAt: new Date(0) } })
  await db.doc('items/vendor-unavailable_storage').set({ status: 'open', kind: 'vendor-unavailable' })
  await db.doc('files/fresh').set(file('ready', { dueAt: later }))
  const context = testContext({ firestore: db, log: memoryLog([]) })
  await workDue(context, ['file'])
  expect((await db.doc('files/fresh').get()).get('dueAt').toDate()).toEqual(later)
  await db.doc('files/old').set(file('ready', { dueAt: new Date(1) }))
  await workDue(context, ['file'])
  expect((await db.doc('files/old').get()).exists).toBe(false)
  expect((await db.doc('lanes/storage').get()).get('failing')).toBeNull()
})
