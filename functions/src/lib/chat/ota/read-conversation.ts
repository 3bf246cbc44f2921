import { change, resolvedAs } from '../../durable/change.ts'
import { type Claim, isAlive, isHeldBy, newClaim } from '../../durable/lease.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { catchUp } from './catch-up.ts'
import { homeOf } from './home.ts'
import { keepConversation } from './keep-conversation.ts'
import { readNew } from './new-messages.ts'
import { MessagesNotInstalled } from './ports.ts'
import type { Held, Read, ReadDeps } from './reading.ts'
import { type ConversationFields, lookAnew, type StoredOtaConversation } from './stored-conversation.ts'

/** After a failure. Milliseconds. */
const pauseMs = 30_000

/** How long a run reads one conversation, while others wait. Milliseconds. */
const usualBudgetMs = 10_000

/**
 * Reads what is new in a conversation and stores it, oldest first, then catches up with what was there before, while
 * there is time. Answers how many messages of guests were new. One reader at a time; what was marked while it read is
 * read at once. Throws what the channel manager does, and then it stays due.
 */
export async function readConversation(
  deps: ReadDeps,
  conversationId: string,
  until = new Date(deps.clock.now().getTime() + usualBudgetMs),
): Promise<{ asked: number }> {
  let asked = 0
  for (let isMarked = true; isMarked && deps.clock.now() < until; ) {
    const claim = newClaim(deps, 'conversation')
    const stored = await claimed(deps, conversationId, claim)
    if (!stored) return { asked }
    const held: Held = { conversationId, stored: stored.value, until, claimId: claim.claimId, known: {} }
    let read: Read | undefined
    try {
      read = await readHeld(deps, held)
      asked += read.asked ?? 0
    } finally {
      const failed = { fields: held.known, dueAt: new Date(deps.clock.now().getTime() + pauseMs) }
      isMarked = await released(deps, held, claim, read ?? failed)
    }
  }
  return { asked }
}

async function readHeld(deps: ReadDeps, held: Held): Promise<Read> {
  try {
    const home = await homeOf(deps, held)
    if (!('threadId' in home)) return home
    await keepConversation(deps, held.stored, home)
    const news = await readNew(deps, held, home)
    held.known = news.fields
    const { past } = news.fields
    return past && !news.dueAt ? await catchUp(deps, held, { home, past, read: news }) : news
  } catch (error) {
    if (error instanceof MessagesNotInstalled) return leftToSweep(deps, held)
    // Somebody deleted the thread: it gets another one.
    if (error instanceof DomainError && error.code === 'thread-not-found')
      return { fields: { threadId: null, guestId: null }, dueAt: deps.clock.now() }
    throw error
  }
}

/** It is read once the application is there: then the sweep looks through the whole list anew. */
async function leftToSweep(
  { reservations, otaConversations }: ReadDeps,
  { stored: { channelManagerPropertyId } }: Held,
): Promise<Read> {
  for (const { propertyId } of await reservations.connected([channelManagerPropertyId]))
    await otaConversations.saveSwept(propertyId, lookAnew)
  return { fields: { lastMessageAt: null } }
}

/** Undefined where somebody else reads it, or nothing is known of it. */
const claimed = ({ otaConversations, clock }: ReadDeps, id: string, claim: Claim) =>
  change<Versioned<StoredOtaConversation> | undefined, Claim, Versioned<StoredOtaConversation> | undefined>(
    { clock },
    {
      read: () => otaConversations.read(id),
      recognise: found => (isHeldBy(found?.value, claim.claimId) ? { result: found } : undefined),
      decide: found =>
        !found || (found.value.claimId !== null && isAlive(found.value, clock.now()))
          ? { result: undefined }
          : { write: claim },
      async commit(write, found) {
        if (!found) return { result: undefined }
        const fields = { ...write, dueAt: write.leaseUntil }
        const ended = await otaConversations.change(id, found.revision, fields)
        if (ended === 'unresolved') return ended
        return { result: { value: { ...found.value, ...fields }, revision: ended.result } }
      },
    },
  )

/** Notes what was read. Answers whether it was marked meanwhile, so that it is read at once. */
const released = (
  { otaConversations, clock }: ReadDeps,
  { conversationId: id, stored }: Held,
  { claimId }: Claim,
  { fields, dueAt }: Read,
): Promise<boolean> =>
  change<Versioned<StoredOtaConversation> | undefined, ConversationFields, boolean>(
    { clock },
    {
      read: () => otaConversations.read(id),
      decide(found) {
        if (!isHeldBy(found?.value, claimId)) return { result: false }
        const isMarked = found?.value.marks !== stored.marks
        const next = isMarked ? clock.now() : (dueAt ?? null)
        return { write: { ...fields, claimId: null, leaseUntil: null, dueAt: next } }
      },
      async commit(write, found) {
        if (!found) return { result: false }
        return resolvedAs(
          await otaConversations.change(id, found.revision, write),
          found.value.marks !== stored.marks,
        )
      },
    },
  )
