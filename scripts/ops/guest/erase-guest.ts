import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { accompany } from '../../../functions/src/adapters/firestore/company.ts'
import { resolvedCommit } from '../../../functions/src/adapters/firestore/failures.ts'
import { plain, textIn } from '../../../functions/src/adapters/firestore/repository.ts'
import { endOf } from '../../../functions/src/adapters/firestore/retention.ts'
import type { TwilioErasure } from '../../../functions/src/adapters/twilio/erasure.ts'
import type { AuditEntry } from '../../../functions/src/lib/audit.ts'
import { type StoredMessage, storedMessage } from '../../../functions/src/lib/chat/message.ts'
import { inParallel } from '../../../functions/src/lib/in-parallel.ts'
import { firestoreByEnvironment } from '../../firestore.ts'
import { type Copies, copiesOf, type ThreadCopies } from './copies.ts'
import {
  erasedAudit,
  erasedEmail,
  erasedMessage,
  erasedReservation,
  erasedThread,
  erasedTriage,
  type Fields,
  withoutCandidate,
} from './erased.ts'

/** What erasing needs beside Firestore; a vendor that the system does not have is absent. */
export interface EraseDeps {
  db: Firestore
  now: () => Date
  provider?: TwilioErasure | undefined
  guestPlatform?: { putMessage(message: StoredMessage): Promise<void> } | undefined
  /** Writes a thread's search record as the thread stands. */
  syncThread(threadId: string): Promise<void>
  /** Told of what could not be done, without personal data. */
  onFailure(what: string, error: unknown): void
}

/** How many copies of each kind there are, without personal data. */
export type Counts = Readonly<Record<string, number>>

const isErased = (document: DocumentSnapshot): boolean => document.get('erasedAt') !== undefined
const hasOrigin = (entry: DocumentSnapshot): boolean =>
  ['ipAddress', 'userAgent', 'claimedAddress'].some(field => textIn(entry, field) !== undefined)

/** What there is to erase: what was erased before does not count. */
export const countsOf = (copies: Copies): Counts => ({
  guests: copies.guest.exists ? 1 : 0,
  users: copies.user ? 1 : 0,
  reservations: copies.reservations.length,
  threads: copies.threads.filter(({ isTheirs }) => isTheirs).length,
  messages: copies.threads.flatMap(({ messages }) => messages).filter(message => !isErased(message)).length,
  triage: copies.triage.filter(entry => !isErased(entry)).length + copies.candidacies.length,
  emails: copies.emails.filter(email => !isErased(email)).length,
  auditLog: copies.audits.filter(hasOrigin).length,
  spamSenders: copies.spamMarks.length,
})

/** What a guest writes while they are erased is erased by the next pass. */
const mostPasses = 3

/**
 * Erases a guest, copy by copy: at the vendors first, since the messages lead there; the guest's own document last, with
 * the entry of the audit log, since it leads to everything else. Whatever ends it in between, doing it again goes on.
 * Answers how many copies could not be erased yet: then the document stays, and it is to be done again.
 */
export async function eraseGuest(
  deps: EraseDeps,
  guestId: string,
  auditOf: (counts: Counts) => AuditEntry,
): Promise<{ counts: Counts; left: number }> {
  const { db } = deps
  let copies = await copiesOf(db, guestId)
  const counts = countsOf(copies)
  if (Object.values(counts).every(count => count === 0)) return { counts, left: 0 }
  for (let pass = 1; ; pass += 1) {
    const failed = await eraseCopies(deps, copies)
    if (failed > 0) return { counts, left: failed }
    copies = await copiesOf(db, guestId)
    const { messages = 0, triage = 0 } = countsOf(copies)
    if (messages + triage === 0) break
    if (pass === mostPasses) return { counts, left: messages + triage }
  }
  const { updateTime, ref } = copies.guest
  // Somebody else has erased them meanwhile.
  if (counts.guests === 1 && !updateTime) return { counts, left: 0 }
  const firestore = firestoreByEnvironment(db)
  const batch = firestore.batch()
  if (updateTime) batch.delete(ref, { lastUpdateTime: updateTime })
  accompany(firestore, batch, { audits: [auditOf(counts)] })
  // Who has written meanwhile is looked at once more.
  const ended = await resolvedCommit(batch.commit())
  return { counts, left: ended === 'unresolved' ? 1 : 0 }
}

/** Everything but the guest's own document; answers how many copies are left. */
async function eraseCopies(deps: EraseDeps, copies: Copies): Promise<number> {
  const failures = new Failures(deps)
  await eraseAtProvider(deps, copies, failures)
  for (const thread of copies.threads) await eraseInThread(deps, copies, thread, failures)
  const at = deps.now()
  const ownThreads = new Set(copies.threads.filter(({ isTheirs }) => isTheirs).map(({ thread }) => thread.id))
  const rewritten: [readonly DocumentSnapshot[], (fields: Fields) => Fields | undefined][] = [
    [
      copies.triage,
      entry =>
        'erasedAt' in entry ? undefined : { ...endOf(deps.db, 'triage', at), ...erasedTriage(entry, at) },
    ],
    [copies.candidacies, entry => withoutCandidate(entry, id => ownThreads.has(id))],
    [copies.emails, email => ('erasedAt' in email ? undefined : erasedEmail(email, at))],
    [copies.audits.filter(hasOrigin), erasedAudit],
    // What leads to the threads comes after them.
    [failures.count === 0 ? copies.reservations : [], stay => erasedReservation(stay, at)],
  ]
  for (const [documents, erased] of rewritten)
    await inParallel(width, documents, ({ ref }) => rewrite(deps.db, ref, erased))
  for (const { ref } of copies.spamMarks) await ref.delete()
  if (copies.user) await copies.user.ref.delete()
  return failures.count
}

const width = 8

/** Goes on after what could not be done, and remembers that there was something. */
class Failures {
  count = 0
  readonly #onFailure: EraseDeps['onFailure']

  constructor({ onFailure }: EraseDeps) {
    this.#onFailure = onFailure
  }

  async survive(what: string, act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      this.count += 1
      this.#onFailure(what, error)
      return false
    }
  }
}

/** What the provider has of their own addresses, known to us or not. */
async function eraseAtProvider(
  { provider }: EraseDeps,
  { addresses }: Copies,
  failures: Failures,
): Promise<void> {
  if (!provider) return
  // A chatapp id is no number.
  for (const address of addresses)
    for (const channel of address.startsWith('+') ? (['chatapp', 'sms'] as const) : (['chatapp'] as const))
      await failures.survive(`the provider's list of ${channel} messages`, async () => {
        const ids = await provider.idsWith(channel, address)
        await inParallel(width, ids, async id => {
          await failures.survive(`message ${id} at the provider`, () => provider.erase(id))
        })
      })
}

async function eraseInThread(
  deps: EraseDeps,
  { guest }: Copies,
  { thread, isTheirs, messages }: ThreadCopies,
  failures: Failures,
): Promise<void> {
  const gone = new Set(messages.filter(isErased).map(({ id }) => id))
  await inParallel(width, messages, async message => {
    if (isErased(message)) return
    const isDone = await failures.survive(`message ${message.ref.path}`, () =>
      eraseMessage(deps, message.ref),
    )
    if (isDone) gone.add(message.id)
  })
  const names = [textIn(guest, 'name') ?? ''].filter(name => name !== '')
  const isGone = (messageId: string) => gone.has(messageId)
  const erased = (fields: Fields) => erasedThread(fields, { isGone, isTheirs, names })
  await failures.survive(`the thread ${thread.id}`, async () => {
    await rewrite(deps.db, thread.ref, erased)
    // Also where the thread says nothing new: an earlier run may have ended before this.
    await deps.syncThread(thread.id)
  })
}

const providerId = /^(SM|MM)[0-9a-fA-F]{32}$/

/** What was sent or forwarded while it was being erased is erased, too. */
async function eraseMessage(deps: EraseDeps, ref: DocumentReference): Promise<void> {
  for (let tries = 0; tries < mostPasses; tries += 1) {
    const message = await ref.get()
    if (!message.exists || isErased(message) || (await isErasedAsItIs(deps, message))) return
  }
  throw new Error('it keeps changing')
}

/** False where it has changed meanwhile, so that vendors may have more of it. */
async function isErasedAsItIs(
  { db, now, provider, guestPlatform }: EraseDeps,
  message: DocumentSnapshot,
): Promise<boolean> {
  if (message.get('delivery.status') === 'sending' && isLater(message.get('delivery.leaseUntil'), now()))
    throw new Error('it is being sent right now')
  const ids = [message.get('externalMessageId'), ...listIn(message, 'delivery.replacedIds')]
  for (const id of ids) if (typeof id === 'string' && providerId.test(id)) await provider?.erase(id)
  const erased = (fields: Fields) => erasedMessage(fields, now())
  if (message.get('forwarding.status') !== undefined)
    await guestPlatform?.putMessage(storedMessage.parse(plain(erased(message.data() ?? {}))))
  return db.runTransaction(async transaction => {
    const { updateTime } = await transaction.get(message.ref)
    if (!updateTime || !message.updateTime?.isEqual(updateTime)) return false
    transaction.set(message.ref, erased(message.data() ?? {}))
    return true
  })
}

const isLater = (time: unknown, now: Date): boolean => {
  const value = plain(time)
  return value instanceof Date && value > now
}

function listIn(document: DocumentSnapshot, field: string): unknown[] {
  const value: unknown = document.get(field)
  return Array.isArray(value) ? value : []
}

/** Writes a document anew, from what it is at that moment. */
const rewrite = (
  db: Firestore,
  ref: DocumentReference,
  erased: (fields: Fields) => Fields | undefined,
): Promise<void> =>
  db.runTransaction(async transaction => {
    const fields = (await transaction.get(ref)).data()
    const next = fields && erased(fields)
    if (next) transaction.set(ref, next)
  })
