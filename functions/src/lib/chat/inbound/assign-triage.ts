import * as z from 'zod'
import { type Actor, isStaff } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { clientId, documentId } from '../../identifiers.ts'
import { isAmong } from '../../spellings.ts'
import { type GuestWithId, storedGuest, type ThreadOfStay } from '../guest.ts'
import type { GuestChange } from '../guest-change.ts'
import type { TriageEntry } from '../inbound-records.ts'
import { idsOf, openingEntry, openThread, type ThreadHome } from '../opening/open-thread.ts'
import type { CreateMessageDeps } from '../posting/create-message.ts'
import { addressesOf, findSenders, hasAny } from '../senders.ts'
import { guestOfThread } from '../stays.ts'
import { absentThreads, threadNotFound, threads } from '../thread-writes.ts'
import { assignedAlready, entryOf } from './move-triage.ts'
import { storeInbound } from './receive-message.ts'
import { changesByWriting, merged } from './sender-changes.ts'
import { entriesOf, messageOfEntry } from './triage.ts'

type Deps = CreateMessageDeps & Needs<'store'>

export const triageHome = z.union([
  z.strictObject({ threadId: clientId }),
  z.strictObject({ reservationId: documentId }),
  z.strictObject({ guestId: documentId }),
])

type TriageAssignment = { entryId: string } & ({ threadId: string } | ThreadHome)

/**
 * All messages of the sender go to the thread, each in one commit with the end of its entry, and the guest gets the
 * sender's address. A repeated call continues. Throws `forbidden`, `not-found`, `thread-not-found`,
 * `message-conflict` for an entry in another thread, and the errors of `openThread`.
 */
export async function assignTriage(deps: Deps, actor: Actor, input: TriageAssignment): Promise<void> {
  const { entryId, ...home } = input
  const audit = buildAuditEntry(deps, actor, {
    action: 'triage.assign',
    targetType: 'triage',
    targetId: entryId,
    metadata: 'threadId' in home ? home : idsOf(home),
  })
  await auditingFailure(deps, audit, async () => {
    if (!isStaff(actor)) throw new DomainError('forbidden', 'Only staff assign a message to a thread.')
    const assigning = await loaded(deps, actor, input)
    const { threadId } = assigning
    const attested = audit && { ...audit, metadata: { ...audit.metadata, threadId } }
    await storeAll(deps, { ...assigning, assignedBy: actor.uid, audit: attested })
  })
}

async function loaded(deps: Deps, actor: Actor, { entryId, ...home }: TriageAssignment) {
  const entry = await entryOf(deps, entryId)
  const isAssigned = entry.status === 'assigned'
  const homeId =
    'threadId' in home
      ? home.threadId
      : (await openThread(deps, home, { audit: openingEntry(deps, actor, home), isOpened: !isAssigned }))
          .threadId
  const isThere = isAssigned && entry.threadId === homeId
  const homeThread = (await deps.store.read(threads.at(homeId)))?.value
  if (!homeThread) throw threadNotFound(homeId)
  const { mergedInto: into } = homeThread
  const [missingTarget] = await absentThreads(deps.store, into ? [into] : [])
  const threadId = into && !missingTarget && !isThere ? into : homeId
  if (isAssigned && entry.threadId !== threadId) throw assignedAlready()
  const { reservationId, guestId } = homeThread
  const ofThread = { threadId: homeId, reservationId, ...(!reservationId && { guestId }) }
  return {
    entry,
    threadId,
    missingTarget,
    ofGuest: 'threadId' in home ? ofThread : { threadId: homeId, ...home },
  }
}

interface Assigning {
  entry: TriageEntry
  ofGuest: ThreadOfStay
  /** The guest's thread, or the one that absorbed it, if that exists. */
  threadId: string
  missingTarget: string | undefined
  assignedBy: string
  audit: AuditEntry | undefined
}

async function storeAll(
  deps: Deps,
  { entry, ofGuest, threadId, missingTarget, assignedBy, audit }: Assigning,
) {
  const entries = await entriesToStore(deps, entry, threadId)
  if (entries.length === 0) return
  const { writer, senders, changes } = await takeSender(deps, entry, ofGuest)
  const assignment = { assignedBy, assignedAt: deps.clock.now() }
  let stored: { isAttested: boolean } | undefined
  for (const one of entries) {
    const message = messageOfEntry(one)
    const remembered = { guestId: writer.guestId, addresses: addressesOf(message) }
    const byWriting = changesByWriting(message, { writer, senders }, deps.rules.optOutWords())
    const target = {
      threadId,
      missingTarget,
      // Each message carries these, since the others may go elsewhere meanwhile.
      guests: merged([...byWriting, remembered, ...changes]),
      assignment,
      // Only the last message completes the assignment.
      audit: one === entries.at(-1) ? audit : undefined,
    }
    const result = await storeInbound(deps, message, target, writer.guestId).catch((error: unknown) => {
      // Another request moved it; the caller cares only about `entry`.
      if (!isConflict(error) || isSame(entry)(one)) throw error
      deps.log.info('a message in triage went elsewhere', { providerMessageId: one.entryId })
    })
    if (result?.replayed === false) stored = { isAttested: target.audit !== undefined }
  }
  // Without work of ours there is nothing to audit.
  if (audit && stored && !stored.isAttested) await deps.auditLog.append(audit)
}

/** With several landlords a choice covers one message; replies to other threads stay. */
async function entriesToStore({ store }: Deps, entry: TriageEntry, threadId: string): Promise<TriageEntry[]> {
  const isOwn = ({ reason }: TriageEntry) => reason === 'several-landlords'
  if (isOwn(entry)) return entry.status === 'assigned' ? [] : [entry]
  const open = (await entriesOf(store, entry, 'open')).filter(
    one => !isOwn(one) && !repliesElsewhere(one, threadId),
  )
  return open.some(isSame(entry)) || entry.status === 'assigned' ? open : [entry, ...open]
}

/** The first candidate of a reply is its thread. */
function repliesElsewhere({ metadata, candidates: [first] }: TriageEntry, threadId: string): boolean {
  return metadata?.replyToProviderId !== undefined && first !== undefined && first.threadId !== threadId
}

const isSame =
  ({ entryId }: TriageEntry) =>
  (other: TriageEntry): boolean =>
    other.entryId === entryId

export const guestIdOfThread = (threadId: string): string => `guest-of-${threadId}`

/** A repeated call finds a new guest's id again. Other guests lose the address, unless it is their own number. */
async function takeSender(
  { store }: Deps,
  entry: TriageEntry,
  ofGuest: ThreadOfStay,
): Promise<{ writer: GuestWithId; senders: GuestWithId[]; changes: GuestChange[] }> {
  const message = messageOfEntry(entry)
  const [{ senders, likely }, ofThread] = await Promise.all([
    findSenders(store, message),
    guestOfThread(store, ofGuest),
  ])
  const { threadId } = ofGuest
  const only = likely.length === 1 ? likely[0] : undefined
  const writer = ofThread ?? only ?? { guestId: guestIdOfThread(threadId), guest: storedGuest.parse({}) }
  const { guestId } = writer
  const isNew = !ofThread && !only
  const own = {
    guestId,
    ...(isNew && { name: entry.profileName ?? null }),
    ...(!ofThread && { threadId }),
  }
  const addresses = addressesOf(message)
  const losers = senders.filter(other => other.guestId !== guestId && hasAny(other.guest, addresses))
  const sameAs = (loser: string) => loser.startsWith(guestIdOfThread('')) && { sameAs: guestId }
  const changes = [
    own,
    ...losers.map(({ guestId: loser }) => ({ guestId: loser, forgotten: addresses, ...sameAs(loser) })),
  ]
  return { writer, senders: senders.filter(other => isAmong([message.from], other.guest.phone)), changes }
}

const isConflict = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'message-conflict'
