import { type Actor, isStaff } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { isAmong } from '../../spellings.ts'
import { type FoundGuest, storedGuest, type ThreadOfStay } from '../guest.ts'
import { openingEntry, openThread, type ThreadHome } from '../opening/open-thread.ts'
import type { CreateMessageDeps } from '../posting/create-message.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import { addressesOf, changesByWriting, type GuestChange, hasAny, merged } from './guest-change.ts'
import { assignedAlready } from './move-triage.ts'
import { storeInbound } from './receive-message.ts'
import { findSenders } from './resolve-thread.ts'
import { keptMessage, type TriageEntry } from './triage.ts'

type Deps = CreateMessageDeps & Needs<'guests' | 'inbound' | 'threads'>

/** A thread, or the stay or guest whose thread it is. */
type TriageHome = { threadId: string } | ThreadHome

export type TriageAssignment = { entryId: string } & TriageHome

/**
 * Staff say where a message belongs: it and all others of its sender are stored in that thread, each in one commit with
 * the end of its entry, and the guest that was named, by a thread or not, is known by the sender's address from then on.
 * What a guest wrote who has several landlords goes alone, and what replies to another thread stays. Repeating it goes
 * on where an earlier one stopped. A stay or guest without a thread gets one. Throws `forbidden`, `not-found`, `thread-not-found`,
 * `message-conflict` when the entry has another thread, or what `openThread` throws.
 */
export async function assignTriage(deps: Deps, actor: Actor, input: TriageAssignment): Promise<void> {
  const { entryId, ...home } = input
  const audit = buildAuditEntry(deps, actor, {
    action: 'triage.assign',
    targetType: 'triage',
    targetId: entryId,
    metadata: home,
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
  const entry = (await deps.inbound.entry(entryId))?.value
  if (!entry) throw new DomainError('not-found', 'There is no such message in triage.')
  const isAssigned = entry.status === 'assigned'
  const askedId =
    'threadId' in home
      ? home.threadId
      : (await openThread(deps, home, { audit: openingEntry(deps, actor, home), isOpened: !isAssigned }))
          .threadId
  const isThere = isAssigned && entry.threadId === askedId
  const asked = (await deps.threads.read(askedId))?.value
  if (!asked) throw threadNotFound(askedId)
  const { mergedInto: into } = asked
  const [gone] = into ? await deps.threads.absent([into]) : []
  const threadId = into && !gone && !isThere ? into : askedId
  if (isAssigned && entry.threadId !== threadId) throw assignedAlready()
  const { reservationId, guestId } = asked
  const ofThread = { threadId: askedId, reservationId, ...(!reservationId && { guestId }) }
  return { entry, threadId, gone, ofGuest: 'threadId' in home ? ofThread : { threadId: askedId, ...home } }
}

interface Assigning {
  entry: TriageEntry
  /** Whose the message is said to be. */
  ofGuest: ThreadOfStay
  /** Where it goes: into what that guest's thread is merged, unless that is gone. */
  threadId: string
  gone: string | undefined
  assignedBy: string
  audit: AuditEntry | undefined
}

async function storeAll(deps: Deps, { entry, ofGuest, threadId, gone, assignedBy, audit }: Assigning) {
  const entries = await entriesToStore(deps, entry, threadId)
  if (entries.length === 0) return
  const { writer, found, changes } = await takeSender(deps, entry, ofGuest)
  const assignment = { assignedBy, assignedAt: deps.clock.now() }
  let stored: { isAttested: boolean } | undefined
  for (const one of entries) {
    const message = keptMessage(one)
    const remembered = { guestId: writer.guestId, addresses: addressesOf(message) }
    const byWriting = changesByWriting(message, { writer, found }, deps.rules.optOutWords())
    const target = {
      ...{ threadId, gone },
      // With each of them, since any other may be moved meanwhile; what is already known is not written again.
      guests: merged([...byWriting, remembered, ...changes]),
      assignment,
      // Only with the last of them: an assignment of which one fails has failed.
      audit: one === entries.at(-1) ? audit : undefined,
    }
    const result = await storeInbound(deps, message, target, writer.guestId).catch((error: unknown) => {
      // Somebody else gave it another thread meanwhile; only the one that was asked for matters to the caller.
      if (!isConflict(error) || isSame(entry)(one)) throw error
      deps.log.info('a message in triage went elsewhere', { providerMessageId: one.entryId })
    })
    if (result?.replayed === false) stored = { isAttested: target.audit !== undefined }
  }
  // If another request did all the work, there is nothing to audit.
  if (audit && stored && !stored.isAttested) await deps.auditLog.append(audit)
}

/**
 * The choice for one message of a guest with several landlords applies neither to their others nor to replies to other
 * threads.
 */
async function entriesToStore(
  { inbound }: Deps,
  entry: TriageEntry,
  threadId: string,
): Promise<TriageEntry[]> {
  const isOwn = ({ reason }: TriageEntry) => reason === 'several-landlords'
  if (isOwn(entry)) return entry.status === 'assigned' ? [] : [entry]
  const open = (await inbound.ofSender(entry, 'open')).filter(
    one => !isOwn(one) && !repliesElsewhere(one, threadId),
  )
  return open.some(isSame(entry)) || entry.status === 'assigned' ? open : [entry, ...open]
}

/** Its first candidate is the thread that it replies to. */
function repliesElsewhere({ metadata, candidates: [first] }: TriageEntry, threadId: string): boolean {
  return metadata?.replyToProviderId !== undefined && first !== undefined && first.threadId !== threadId
}

const isSame =
  ({ entryId }: TriageEntry) =>
  (other: TriageEntry): boolean =>
    other.entryId === entryId

/** Of whom nothing is known but that they wrote there. */
export const guestIdOfThread = (threadId: string): string => `guest-of-${threadId}`

/**
 * Who the sender is from now on: the guest that was named, by a thread or not; without one, the only guest known by the
 * address; else a new one, under an id that a repetition finds again. Whoever was given the address before, or turned out to have it, loses it;
 * those found who have it as their number keep it.
 */
async function takeSender(
  { guests }: Deps,
  entry: TriageEntry,
  ofGuest: ThreadOfStay,
): Promise<{ writer: FoundGuest; found: FoundGuest[]; changes: GuestChange[] }> {
  const message = keptMessage(entry)
  const [{ found, likely }, ofThread] = await Promise.all([
    findSenders(guests, message),
    guests.ofThread(ofGuest),
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
  const losers = found.filter(other => other.guestId !== guestId && hasAny(other.guest, addresses))
  const sameAs = (loser: string) => loser.startsWith(guestIdOfThread('')) && { sameAs: guestId }
  const changes = [
    own,
    ...losers.map(({ guestId: loser }) => ({ guestId: loser, forgotten: addresses, ...sameAs(loser) })),
  ]
  return { writer, found: found.filter(other => isAmong([message.from], other.guest.phone)), changes }
}

const isConflict = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'message-conflict'
