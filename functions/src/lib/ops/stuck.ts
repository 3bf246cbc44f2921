import * as z from 'zod'
import type { Threads } from '../chat/ports.ts'
import { otaNames } from '../connection/otas.ts'
import type { Billing } from '../connection/ports.ts'
import { type Documents, fieldAt, listAt, type StoredDocument } from '../documents.ts'
import type { DueQuery } from '../due/due.ts'
import { DomainError } from '../errors.ts'
import { isDocumentId } from '../identifiers.ts'
import type { System } from '../ports.ts'
import { endAfter, type Retention } from '../retention.ts'
import { expectUnclaimed, heldUntil, release } from './claims.ts'
import { changed, type Mending } from './mend.ts'

/** What the commands may be told. */
export type StuckOptions = Partial<
  Record<
    'document' | 'channel' | 'attempt' | 'revision' | 'thread' | 'kind' | 'id' | 'guest' | 'address',
    string | undefined
  >
>

export interface StuckDeps extends Pick<System, 'clock'> {
  documents: Pick<Documents, 'read' | 'find' | 'putOff'>
  threads: Pick<Threads, 'markStale'>
  billing: Pick<Billing, 'cancel'>
  feed(): Promise<{ acknowledge(revision: string): Promise<unknown> }>
  retention: Retention
  /** Of every kind of due work. */
  dueQueries: Readonly<Record<string, DueQuery>>
}

/** Finds what is stuck, and says what puts it right. Throws DomainError for what it was told wrongly. */
type Find = (deps: StuckDeps, options: StuckOptions) => Promise<Mending[]>

/** One for every state in which something is stuck. */
export const stuckStates = {
  release: async (deps, { document }) =>
    release(await existing(deps, document, 'release needs --document'), deps.clock.now()),

  requeue: async ({ documents, dueQueries, clock }, { kind = '', id }) => {
    const query = Object.hasOwn(dueQueries, kind) ? dueQueries[kind] : undefined
    if (!query) throw wrong('requeue needs --kind', Object.keys(dueQueries).join(', '))
    const now = clock.now()
    return (await documents.putOff(query, now))
      .filter(found => (id === undefined || found.id === id) && !heldUntil(found, now))
      .map(found =>
        changed(found, { fields: { [query.at]: now } }, `it was put off until ${timeAt(found, query.at)}`),
      )
  },

  'push-record': async (deps, { thread }) => {
    const { id } = await existing(deps, thread && `threads/${thread}`, 'push-record needs --thread')
    const before = () => deps.threads.markStale(id, deps.clock.now())
    return [{ says: 'the record is written within a minute', document: `staleRecords/${id}`, before }]
  },

  'drop-mapping': async (deps, { channel }) => {
    const path = channel && `propertyChannels/${channel}`
    const found = await existing(deps, path, 'drop-mapping needs --channel')
    if (!found.value.pendingMapping) return []
    expectUnclaimed(found, deps.clock.now())
    const without = ['pendingMapping', 'leaseUntil', 'dueAt']
    return [changed(found, { without }, 'the pending mapping is dropped; the watch says what differs now')]
  },

  'settle-attempt': async (deps, { attempt }) => {
    const path = attempt && `connectionAttempts/${attempt}`
    return settle(deps, await existing(deps, path, 'settle-attempt needs --attempt'))
  },

  acknowledge: async (deps, { revision = '' }) => {
    if (!isDocumentId(revision)) throw wrong('acknowledge needs --revision', 'Its item names it.')
    const item = `booking-not-understood_${revision}`
    const { path: document } = await existing(deps, `items/${item}`, 'acknowledge needs --revision')
    const feed = await deps.feed()
    const before = () => feed.acknowledge(revision)
    return [{ says: 'it is taken out of the feed', document, closes: [item], before }]
  },

  'close-items': async ({ documents }, { kind, id }) => {
    if (!kind) throw wrong('close-items needs --kind', 'Such as vendor-unavailable; --id names one.')
    const open = await documents.find({
      collection: 'items',
      where: [
        ['status', '==', 'open'],
        ['kind', '==', kind],
      ],
    })
    return open
      .filter(found => id === undefined || found.id === id)
      .map(found => ({ says: 'it is resolved', document: found.path, closes: [found.id] }))
  },

  'forget-address': async (deps, { guest, address = '' }) => {
    const path = guest && `guests/${guest}`
    const found = await existing(deps, path, 'forget-address needs --guest and --address')
    const lists = ['addresses', 'chatappIds'].filter(field => listAt(found, field).includes(address))
    if (lists.length === 0) return []
    const fields = lists.map(field => [field, listAt(found, field).filter(one => one !== address)])
    return [changed(found, { fields: Object.fromEntries(fields) }, 'the address is forgotten')]
  },
} as const satisfies Record<string, Find>

export type StuckName = keyof typeof stuckStates

const wrong = (summary: string, nextAction: string) =>
  new DomainError('validation-failed', summary, { nextAction })

/** The document at that path. Throws what to say where no path was given, or nothing stands there. */
async function existing(
  { documents }: StuckDeps,
  path: string | undefined,
  needs: string,
): Promise<StoredDocument> {
  const parts = path?.split('/') ?? []
  if (!path || parts.length % 2 !== 0 || !parts.every(isDocumentId)) throw wrong(needs, 'See npm run ops.')
  const found = await documents.read(path)
  if (!found) throw wrong(`There is no ${path}`, 'Look at its id.')
  return found
}

function timeAt({ value }: StoredDocument, field: string): string {
  const time = fieldAt(value, field)
  return time instanceof Date ? time.toISOString() : 'some time'
}

const leftBehind = z.object({
  attemptId: z.string(),
  landlordId: z.string().default(''),
  paymentId: z.string().optional(),
  target: z.object({ propertyId: z.string(), ota: z.enum(otaNames) }),
  state: z.object({ subscriptionId: z.string().nullish() }),
  begun: z.object({ charge: z.string().optional() }),
})

/** What it reserved is cancelled as its compensation would have, also where nobody knows whether it came through. */
function settle({ billing, clock, retention }: StuckDeps, found: StoredDocument): Mending[] {
  if (found.value.undo !== 'pending') return []
  const { data: left } = leftBehind.safeParse(found.value.leftover)
  const at = clock.now()
  const patch = {
    fields: { undo: 'none', ...endAfter(retention, 'connectionAttempts', at) },
    without: ['leftover', 'dueAt'],
  }
  const over = 'nothing is left to take back'
  if (!left) return [changed(found, patch, over)]
  const { attemptId, landlordId, paymentId, target, begun, state } = left
  const closes = [`connection-left-behind_${attemptId}`]
  if (paymentId === undefined || begun.charge === undefined || state.subscriptionId === null)
    return [{ ...changed(found, patch, over), closes }]
  const before = () => billing.cancel({ attemptId, landlordId, paymentId, target, at })
  return [{ ...changed(found, patch, `${over}; what it reserved is cancelled`), closes, before }]
}
