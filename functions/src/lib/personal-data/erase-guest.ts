import type { Actor } from '../actor.ts'
import { buildAuditEntry } from '../audit.ts'
import { type ChannelName, channelNames } from '../chat/channels/names.ts'
import { ownAddresses } from '../chat/channels/phone.ts'
import { channels } from '../chat/channels/registry.ts'
import type { Files } from '../chat/files/ports.ts'
import { type OptOuts, storedGuest } from '../chat/guest.ts'
import { storedMessage } from '../chat/message.ts'
import type { GuestPlatform } from '../chat/ports.ts'
import { type Fields, fieldAt, listAt, type StoredDocument, textAt } from '../documents.ts'
import { inParallel } from '../in-parallel.ts'
import type { OpsContext } from '../ops/context.ts'
import { endAfter } from '../retention.ts'
import { type Copies, copiesOf, type ThreadCopies } from './copies.ts'
import {
  erasedAudit,
  erasedConversation,
  erasedEmail,
  erasedMessage,
  erasedReservation,
  erasedThread,
  erasedTriage,
  withoutCandidate,
} from './erased.ts'

/** What a channel's vendor keeps of messages. Throws ProviderError. */
export interface MessageErasure {
  /** Ids of what was sent to that address and what came from it. */
  idsWith(channel: ChannelName, address: string): Promise<string[]>
  /** Files, text, then the record with its numbers. False where there is none, and for the id of another vendor. */
  erase(providerMessageId: string): Promise<boolean>
}

/** A vendor that the system does not have is absent. */
export interface EraseDeps extends OpsContext {
  optOuts: Pick<OptOuts, 'noteOptOut'>
  erasures: Readonly<Record<ChannelName, MessageErasure | undefined>>
  guestPlatform?: GuestPlatform | undefined
  files?: Pick<Files, 'remove'> | undefined
  /** Writes a thread's search record as the thread stands. */
  syncThread(threadId: string): Promise<void>
  /** Told of what could not be done, without personal data. */
  onFailure(what: string, error: unknown): void
}

/** How many copies of each kind there are, without personal data. */
export type Counts = Readonly<Record<string, number>>

const isErased = ({ value }: StoredDocument): boolean => value.erasedAt !== undefined
const hasOrigin = (entry: StoredDocument): boolean =>
  ['ipAddress', 'userAgent', 'claimedAddress'].some(field => textAt(entry, field) !== undefined)

/** What there is to erase: what was erased before does not count. */
export const countsOf = (copies: Copies): Counts => ({
  guests: copies.guests.length,
  users: copies.users.length,
  reservations: copies.reservations.length,
  threads: copies.threads.filter(({ isTheirs }) => isTheirs).length,
  messages: copies.threads.flatMap(({ messages }) => messages).filter(message => !isErased(message)).length,
  scheduledSends: copies.scheduled.length,
  otaConversations: copies.conversations.filter(one => !isErased(one)).length,
  triage: copies.triage.filter(entry => !isErased(entry)).length + copies.candidacies.length,
  emails: copies.emails.filter(email => !isErased(email)).length,
  auditLog: copies.audits.filter(hasOrigin).length,
  spamSenders: copies.spamMarks.length,
})

/** What a guest writes while they are erased is erased by the next pass. */
const mostPasses = 3

/**
 * Erases a guest, copy by copy: at the vendors first, since the messages lead there; the guest's own document last,
 * with the entry of the audit log, since it leads to everything else. Whatever ends it in between, doing it again goes
 * on. Answers how many copies could not be erased yet: then the document stays, and it is to be done again.
 */
export async function eraseGuest(
  deps: EraseDeps,
  actor: Actor,
  guestId: string,
): Promise<{ counts: Counts; left: number }> {
  let copies = await copiesOf(deps, guestId)
  const own = ({ guests }: Copies) => guests.find(({ id }) => id === guestId)
  const wasThere = own(copies) !== undefined
  const counts = countsOf(copies)
  if (Object.values(counts).every(count => count === 0)) return { counts, left: 0 }
  for (let pass = 1; ; pass += 1) {
    const failed = await eraseCopies(deps, copies, guestId)
    if (failed > 0) return { counts, left: failed }
    copies = await copiesOf(deps, guestId, copies.ids)
    const { messages = 0, triage = 0 } = countsOf(copies)
    if (messages + triage === 0) break
    if (pass === mostPasses) return { counts, left: messages + triage }
  }
  const guest = own(copies)
  // Somebody else has erased them meanwhile.
  if (wasThere && !guest) return { counts, left: 0 }
  const about = { action: 'guest.erase', targetType: 'guest', targetId: guestId, metadata: { ...counts } }
  const audits = [buildAuditEntry(deps, actor, about)]
  if (guest) await keepOptOuts(deps, guest)
  // Who has written meanwhile is looked at once more.
  const ended = guest
    ? await deps.documents.remove(guest.path, guest.revision, { audits })
    : await deps.items.commit({ audits })
  return { counts, left: ended === 'unresolved' ? 1 : 0 }
}

/** What a guest said of being written to outlives them, as hashes of their own addresses. */
async function keepOptOuts({ optOuts }: EraseDeps, { value }: StoredDocument): Promise<void> {
  const guest = storedGuest.parse(value)
  const addresses = new Set([...ownAddresses(guest), ...guest.chatappIds])
  for (const name of channelNames) {
    const at = guest.optedOut[name]
    const theirs = at ? [...addresses].filter(channels[name].mayBeAddress) : []
    for (const address of theirs) if (at) await optOuts.noteOptOut(name, address, { change: 'out', at })
  }
}

const width = 8

/** Everything but the guest's own document; answers how many copies are left. */
async function eraseCopies(deps: EraseDeps, copies: Copies, guestId: string): Promise<number> {
  const { documents, retention } = deps
  let failed = 0
  const survive: Survive = (what, act) =>
    act().then(
      () => true,
      (error: unknown) => {
        failed += 1
        deps.onFailure(what, error)
        return false
      },
    )
  await eraseAtVendors(deps, copies, survive)
  for (const thread of copies.threads) await eraseInThread(deps, copies, thread, survive)
  const at = deps.clock.now()
  const unlessErased = (erased: (fields: Fields) => Fields) => (fields: Fields) =>
    'erasedAt' in fields ? undefined : erased(fields)
  const isTheirThread = (id: string) =>
    copies.threads.some(({ thread, isTheirs }) => isTheirs && thread.id === id)
  const rewrite = async (
    found: readonly StoredDocument[],
    erased: (fields: Fields) => Fields | undefined,
  ) => {
    await inParallel(width, found, ({ path }) => documents.rewrite(path, erased))
  }
  await rewrite(copies.candidacies, entry => withoutCandidate(entry, isTheirThread))
  await rewrite(
    copies.emails,
    unlessErased(email => erasedEmail(email, at)),
  )
  await rewrite(copies.audits.filter(hasOrigin), erasedAudit)
  for (const scheduled of copies.scheduled) {
    await survive(`the scheduled message ${scheduled.path}`, async () => {
      await eraseFiles(deps, scheduled)
      await documents.remove(scheduled.path)
    })
  }
  for (const { path } of [...copies.spamMarks, ...copies.users]) await documents.remove(path)
  if (failed > 0) return failed
  // Pointers go last, so that a run that died is found again: made-up guests, then the guest that they point to.
  await rewrite(
    copies.triage,
    unlessErased(entry => ({ ...endAfter(retention, 'triage', at), ...erasedTriage(entry, at) })),
  )
  for (const guest of copies.guests.filter(({ id }) => id !== guestId)) {
    await keepOptOuts(deps, guest)
    await documents.remove(guest.path)
  }
  await rewrite(
    copies.conversations,
    unlessErased(conversation => erasedConversation(conversation, at)),
  )
  await rewrite(copies.reservations, stay => erasedReservation(stay, at))
  return failed
}

/** Goes on after what could not be done. Answers whether it was. */
type Survive = (what: string, act: () => Promise<unknown>) => Promise<boolean>

/** What vendors have of their own addresses, known to us or not. */
async function eraseAtVendors(
  { erasures }: EraseDeps,
  { addresses }: Copies,
  survive: Survive,
): Promise<void> {
  for (const channel of channelNames) {
    const erasure = erasures[channel]
    if (!erasure) continue
    for (const address of addresses.filter(channels[channel].mayBeAddress))
      await survive(`the provider's list of ${channel} messages`, async () => {
        const ids = await erasure.idsWith(channel, address)
        await inParallel(width, ids, id => survive(`message ${id} at the provider`, () => erasure.erase(id)))
      })
  }
}

async function eraseInThread(
  deps: EraseDeps,
  { ids, guests }: Copies,
  { thread, isTheirs, messages }: ThreadCopies,
  survive: Survive,
): Promise<void> {
  const gone = new Set(messages.filter(isErased).map(({ id }) => id))
  await inParallel(width, messages, async message => {
    if (isErased(message)) return
    const isDone = await survive(`message ${message.path}`, () => eraseMessage(deps, message.path))
    if (isDone) gone.add(message.id)
  })
  const names = guests.flatMap(guest => textAt(guest, 'name') ?? [])
  const isGone = (messageId: string) => gone.has(messageId)
  await survive(`the thread ${thread.id}`, async () => {
    await deps.documents.rewrite(thread.path, fields =>
      erasedThread(fields, { ids, isGone, isTheirs, names }),
    )
    // Also where the thread says nothing new: an earlier run may have ended before this.
    await deps.syncThread(thread.id)
  })
}

/** What was sent or forwarded while it was being erased is erased, too. */
async function eraseMessage(deps: EraseDeps, path: string): Promise<void> {
  for (let tries = 0; tries < mostPasses; tries += 1) {
    const message = await deps.documents.read(path)
    if (!message || isErased(message) || (await isErasedAsItIs(deps, message))) return
  }
  throw new Error('it keeps changing')
}

/** The bytes, then what leads to them. */
async function eraseFiles({ documents, files }: EraseDeps, message: StoredDocument): Promise<void> {
  for (const file of listAt(message, 'files')) {
    if (!files) throw new Error('where its files are kept is not known')
    const fileId = String(fieldAt(file, 'fileId'))
    await files.remove(fileId)
    await documents.remove(`files/${fileId}`)
  }
}

/** False where it has changed meanwhile, so that vendors may have more of it. */
async function isErasedAsItIs(deps: EraseDeps, message: StoredDocument): Promise<boolean> {
  const { documents, clock, erasures, guestPlatform } = deps
  const now = clock.now()
  const { path, value, revision } = message
  const leaseUntil = fieldAt(value, 'delivery.leaseUntil')
  if (fieldAt(value, 'delivery.status') === 'sending' && leaseUntil instanceof Date && leaseUntil > now)
    throw new Error('it is being sent right now')
  const ids = [value.externalMessageId, ...listAt(message, 'delivery.replacedIds')]
  for (const erasure of new Set(Object.values(erasures)))
    for (const id of ids) if (typeof id === 'string') await erasure?.erase(id)
  await eraseFiles(deps, message)
  if (fieldAt(value, 'forwarding.status') !== undefined)
    await guestPlatform?.putMessage(storedMessage.parse(erasedMessage(value, now)))
  return documents.rewrite(path, fields => erasedMessage(fields, now), revision)
}
