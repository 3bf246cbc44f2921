import { syncLater } from '../chat/search/sync-thread.ts'
import { type Job, jobAt } from '../connection/job/job.ts'
import { targetOf, targetOfId } from '../connection/target.ts'
import { fieldAt, listAt } from '../documents.ts'
import { dueOf } from '../due/due-work.ts'
import { DomainError, UnreadableError } from '../errors.ts'
import { isDocumentId } from '../identifiers.ts'
import { endAfter } from '../retention.ts'
import { spellingsOf } from '../spellings.ts'
import type { StoredDocument } from '../store.ts'
import type { OpsContext } from './context.ts'
import { documentAt, documentsIn } from './documents.ts'
import { changed, type Mending } from './mend.ts'

export type StuckOptions = Partial<
  Record<
    'document' | 'channel' | 'attempt' | 'revision' | 'thread' | 'kind' | 'id' | 'guest' | 'address',
    string | undefined
  >
>

/** Throws DomainError for invalid options. */
type Find = (deps: OpsContext, options: StuckOptions) => Promise<Mending[]>

export const stuckStates = {
  release: async (deps, { document }) =>
    release(await existing(deps, document, 'release needs --document'), deps.clock.now()),

  requeue: async ({ store, dueKinds, clock }, { kind = '', id }) => {
    const query = Object.hasOwn(dueKinds, kind) ? dueKinds[kind]?.query : undefined
    if (!query) throw wrong('requeue needs --kind', Object.keys(dueKinds).join(', '))
    const now = clock.now()
    return (await store.find(dueOf(query).where(query.at, '>', now).orderBy(query.at)))
      .filter(document => (id === undefined || document.id === id) && !leaseEnd(document, now))
      .map(document =>
        changed(
          document,
          { fields: { [query.at]: now } },
          `it was put off until ${timeAt(document, query.at)}`,
        ),
      )
  },

  'push-record': async (deps, { thread }) => {
    const { id } = await existing(deps, thread && `threads/${thread}`, 'push-record needs --thread')
    const before = () => syncLater(deps, id)
    return [{ says: 'the record is written within a minute', document: `staleRecords/${id}`, before }]
  },

  'drop-mapping': async (deps, { channel }) => {
    const path = channel && `propertyChannels/${channel}`
    const document = await existing(deps, path, 'drop-mapping needs --channel')
    if (!document.value.pendingMapping) return []
    expectUnclaimed(document, deps.clock.now())
    const without = ['pendingMapping', 'leaseUntil', 'dueAt']
    return [changed(document, { without }, 'the pending mapping is dropped; the watch says what differs now')]
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

  'close-items': async ({ store }, { kind, id }) => {
    if (!kind) throw wrong('close-items needs --kind', 'Such as vendor-unavailable; --id names one.')
    const open = await store.find(
      documentsIn('items').where('status', '==', 'open').where('kind', '==', kind),
    )
    return open
      .filter(document => id === undefined || document.id === id)
      .map(item => ({ says: 'it is resolved', document: item.path, closes: [item.id] }))
  },

  'forget-address': async (deps, { guest, address = '' }) => {
    const path = guest && `guests/${guest}`
    const document = await existing(deps, path, 'forget-address needs --guest and --address')
    const spelled: readonly unknown[] = spellingsOf(address)
    const isKept = (one: unknown) => !spelled.includes(one)
    const lists = ['addresses', 'chatappIds'].filter(field => !listAt(document, field).every(isKept))
    if (lists.length === 0) return []
    const fields = lists.map(field => [field, listAt(document, field).filter(isKept)])
    return [changed(document, { fields: Object.fromEntries(fields) }, 'the address is forgotten')]
  },
} as const satisfies Record<string, Find>

export type StuckName = keyof typeof stuckStates

const wrong = (summary: string, nextAction: string) =>
  new DomainError('validation-failed', summary, { nextAction })

async function existing(
  { store }: OpsContext,
  path: string | undefined,
  needs: string,
): Promise<StoredDocument> {
  const parts = path?.split('/') ?? []
  if (!path || parts.length % 2 !== 0 || !parts.every(isDocumentId)) throw wrong(needs, 'See npm run ops.')
  const document = await store.read(documentAt(path))
  if (!document) throw wrong(`There is no ${path}`, 'Look at its id.')
  return document
}

function timeAt({ value }: StoredDocument, field: string): string {
  const time = fieldAt(value, field)
  return time instanceof Date ? time.toISOString() : 'some time'
}

/** An ended claim keeps its lease. */
interface ClaimOf {
  at: '' | 'delivery.'
  isUnderWay(document: StoredDocument): boolean
}

const claims: Readonly<Record<string, ClaimOf>> = {
  messages: {
    at: 'delivery.',
    isUnderWay: document => fieldAt(document.value, 'delivery.status') === 'sending',
  },
  emails: { at: '', isUnderWay: ({ value }) => value.status === 'sending' },
  connectionAttempts: {
    at: '',
    isUnderWay: ({ value }) => value.status === 'running' || value.undo === 'pending',
  },
  reservationPulls: { at: '', isUnderWay: ({ value }) => value.open === true },
  propertyChannels: {
    at: '',
    isUnderWay: ({ value }) => value.pendingMapping !== undefined || value.status === 'disconnecting',
  },
}

const claimOf = ({ path }: StoredDocument): ClaimOf | undefined => claims[path.split('/').at(-2) ?? '']

function leaseEnd(document: StoredDocument, now: Date): Date | undefined {
  const claim = claimOf(document)
  const until = claim && fieldAt(document.value, `${claim.at}leaseUntil`)
  return claim?.isUnderWay(document) && until instanceof Date && until > now ? until : undefined
}

/** An ended lease means a dead process: the next one looks up its effects. */
function release(document: StoredDocument, now: Date): Mending[] {
  const claim = claimOf(document)
  if (!claim) throw wrong(`${document.path} is never claimed`, Object.keys(claims).join(', '))
  const until = leaseEnd(document, now)
  if (!until) return []
  const fields = { [`${claim.at}leaseUntil`]: now, [`${claim.at}dueAt`]: now }
  return [changed(document, { fields }, `its claim until ${until.toISOString()} ends now`)]
}

/** Throws DomainError. */
function expectUnclaimed(document: StoredDocument, now: Date): void {
  const until = leaseEnd(document, now)
  if (!until) return
  const command = `npm run ops -- release --document ${document.path}`
  throw wrong(
    `${document.path} is being worked on until ${until.toISOString()}`,
    `Try again then, or take the claim of a worker that has died back: ${command}`,
  )
}

/** Cancels the reservation as compensation does, even after an unknown outcome. */
function settle({ billing, clock, retention }: OpsContext, document: StoredDocument): Mending[] {
  if (document.value.undo !== 'pending') return []
  const { facts, state, steps } = jobIn(document)
  const { attemptId, landlordId, paymentId } = facts
  const at = clock.now()
  const patch = {
    fields: { undo: 'none', ...endAfter(retention, 'connectionAttempts', at) },
    without: ['leftover', 'dueAt'],
  }
  const over = 'nothing is left to take back'
  const closes = [`connection-left-behind_${attemptId}`]
  if (paymentId === undefined || !steps.charge || state.subscriptionId === null)
    return [{ ...changed(document, patch, over), closes }]
  const before = () => billing.cancel({ attemptId, landlordId, paymentId, target: targetOf(facts), at })
  return [{ ...changed(document, patch, `${over}; what it reserved is cancelled`), closes, before }]
}

/** Throws UnreadableError. */
function jobIn({ id, path, value }: StoredDocument): Job {
  const job = jobAt(targetOfId(id)).parse(value, path)
  if (!job) throw new UnreadableError(`${path} is no job`)
  return job
}
