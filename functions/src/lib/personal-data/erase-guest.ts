import type { Actor } from '../actor.ts'
import { audited, buildAuditEntry } from '../audit.ts'
import { type ChannelName, channelNames } from '../chat/channel-names.ts'
import { channels } from '../chat/channels/registry.ts'
import type { Files } from '../chat/files/model.ts'
import { storedMessage } from '../chat/message.ts'
import { keepOptOuts, type OptOutKeys } from '../chat/opt-outs.ts'
import type { GuestPlatform } from '../chat/ports.ts'
import { fieldAt, listAt, textAt } from '../documents.ts'
import { inParallel } from '../in-parallel.ts'
import type { OpsContext } from '../ops/context.ts'
import { documentAt } from '../ops/documents.ts'
import { endAfter } from '../retention.ts'
import { type Fields, remove, type StoredDocument } from '../store.ts'
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
} from './erasure.ts'

/** Throws ProviderError. */
export interface MessageErasure {
  idsWith(channel: ChannelName, address: string): Promise<string[]>
  /** Erases files, then text, then record. False for a missing message, or another vendor's. */
  erase(providerMessageId: string): Promise<boolean>
}

export interface EraseDeps extends OpsContext {
  rules: OptOutKeys['rules']
  erasures: Readonly<Record<ChannelName, MessageErasure | undefined>>
  guestPlatform?: GuestPlatform | undefined
  files?: Pick<Files, 'remove'> | undefined
  syncThread(threadId: string): Promise<void>
  /** Without personal data. */
  onFailure(what: string, error: unknown): void
}

export type Counts = Readonly<Record<string, number>>

const isErased = ({ value }: StoredDocument): boolean => value.erasedAt !== undefined
const hasOrigin = (entry: StoredDocument): boolean =>
  ['ipAddress', 'userAgent', 'claimedAddress'].some(field => textAt(entry, field) !== undefined)

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

/** The next pass erases new messages. */
const mostPasses = 3

/**
 * Vendors come first, since messages lead there; the guest's document last, with the audit entry, since it leads to all
 * else, and only without copies left. Repeatable after any death.
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
  if (wasThere && !guest) return { counts, left: 0 }
  const about = { action: 'guest.erase', targetType: 'guest', targetId: guestId, metadata: { ...counts } }
  const audits = audited(buildAuditEntry(deps, actor, about))
  if (guest) await keepOptOuts(deps, guest)
  // A new message changes the revision.
  const ended = guest
    ? await deps.store.commit([remove(guest, guest.revision), ...audits])
    : await deps.store.commit(audits)
  return { counts, left: ended === 'unresolved' ? 1 : 0 }
}

const width = 8

async function eraseCopies(deps: EraseDeps, copies: Copies, guestId: string): Promise<number> {
  const { retention, store } = deps
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
    documents: readonly StoredDocument[],
    erased: (fields: Fields) => Fields | undefined,
  ) => {
    await inParallel(width, documents, ({ path }) => store.rewrite({ path }, erased))
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
      await store.commit([remove(scheduled)])
    })
  }
  for (const document of [...copies.spamMarks, ...copies.users]) await store.commit([remove(document)])
  if (failed > 0) return failed
  // Pointers go last, so that a repetition finds the rest: stand-ins, then their guest.
  await rewrite(
    copies.triage,
    unlessErased(entry => ({ ...endAfter(retention, 'triage', at), ...erasedTriage(entry, at) })),
  )
  for (const guest of copies.guests.filter(({ id }) => id !== guestId)) {
    await keepOptOuts(deps, guest)
    await store.commit([remove(guest)])
  }
  await rewrite(
    copies.conversations,
    unlessErased(conversation => erasedConversation(conversation, at)),
  )
  // Without a stay the former booking's guest would count as this one.
  await rewrite(
    copies.guests.filter(({ id }) => id === guestId),
    ({ sameAs, ...guest }) =>
      typeof sameAs === 'string' && !copies.ids.includes(sameAs) ? guest : undefined,
  )
  await rewrite(copies.reservations, stay => erasedReservation(stay, at))
  return failed
}

type Survive = (what: string, act: () => Promise<unknown>) => Promise<boolean>

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
  const messageIds = new Set(messages.filter(isErased).map(({ id }) => id))
  await inParallel(width, messages, async message => {
    if (isErased(message)) return
    const isDone = await survive(`message ${message.path}`, () => eraseMessage(deps, message.path))
    if (isDone) messageIds.add(message.id)
  })
  const names = guests.flatMap(guest => textAt(guest, 'name') ?? [])
  const isGone = (messageId: string) => messageIds.has(messageId)
  await survive(`the thread ${thread.id}`, async () => {
    await deps.store.rewrite(thread, fields => erasedThread(fields, { ids, isGone, isTheirs, names }))
    // An earlier run may have died before this.
    await deps.syncThread(thread.id)
  })
}

/** A send or forward may be under way. */
async function eraseMessage(deps: EraseDeps, path: string): Promise<void> {
  for (let tries = 0; tries < mostPasses; tries += 1) {
    const message = await deps.store.read(documentAt(path))
    if (!message || isErased(message) || (await isErasedAsItIs(deps, message))) return
  }
  throw new Error('it keeps changing')
}

async function eraseFiles({ store, files }: EraseDeps, message: StoredDocument): Promise<void> {
  for (const file of listAt(message, 'files')) {
    if (!files) throw new Error('where its files are kept is not known')
    const fileId = String(fieldAt(file, 'fileId'))
    await files.remove(fileId)
    await store.commit([remove({ path: `files/${fileId}` })])
  }
}

/** False if the message changed: vendors may have more of it. */
async function isErasedAsItIs(deps: EraseDeps, message: StoredDocument): Promise<boolean> {
  const { store, clock, erasures, guestPlatform } = deps
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
  return store.rewrite({ path }, fields => erasedMessage(fields, now), revision)
}
