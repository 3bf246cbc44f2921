import type { Actor } from '../../actor.ts'
import { type AuditEntry, type AuditLog, auditingFailure } from '../../audit.ts'
import { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { jittered } from '../../retry-delay.ts'
import { type DueGuestChange, dueGuestChanges } from '../inbound/guest-change.ts'
import type { MessageMetadata, StoredMessage } from '../message.ts'
import type { InboundRecord, InboundTrace, PostContext, PostStore } from '../ports.ts'
import { assembleMessage } from './assemble-message.ts'
import type { ChatLimits, JoinPolicy } from './limits.ts'
import { postEntry } from './post-entry.ts'
import type { Post } from './post-input.ts'
import { authorizeFields, authorizePost, authorizeVisit, threadNotFound } from './post-policy.ts'
import { authorizeRate, postCounters } from './rate-limit.ts'
import { asPosted, isSamePost } from './replay.ts'
import { threadPatch } from './thread-patch.ts'

export interface CreateMessageDeps extends System {
  posts: PostStore
  auditLog: AuditLog
  rules: { joinPolicy: JoinPolicy; limits: ChatLimits }
}

export interface CreateMessageInput extends Post {
  /** Set by the inbound webhooks: the provider's message that this one is. */
  inbound?: InboundTrace
  /** What the provider told of an inbound message beside its text. */
  metadata?: MessageMetadata
}

export interface CreateMessageResult {
  /** As it was stored, without what became of it since. */
  message: StoredMessage
  /** True when the message had been stored by an earlier request. */
  replayed: boolean
}

/** How long a post fights other posts for its thread, or its author's for their counter, before the caller is asked to try again, in milliseconds. */
const contentionBudget = 20_000

/**
 * Stores a message and updates its thread in one commit (specification B1). One read and one commit when nobody else
 * writes to the thread; sends, forwarding and search follow from the stored document.
 */
export async function createMessage(
  deps: CreateMessageDeps,
  actor: Actor,
  input: CreateMessageInput,
): Promise<CreateMessageResult> {
  const messageId = input.messageId ?? deps.ids.message()
  const audit = postEntry(deps, actor, { ...input, messageId })
  return auditingFailure(deps, audit, async () => {
    authorizeFields(actor, input)
    return storeOnce(deps, actor, input, messageId, audit)
  })
}

async function storeOnce(
  deps: CreateMessageDeps,
  actor: Actor,
  input: CreateMessageInput,
  messageId: string,
  audit: AuditEntry | undefined,
): Promise<CreateMessageResult> {
  const { threadId, inbound: trace } = input
  const giveUpAt = deps.clock.now().getTime() + contentionBudget
  let tried: Tried | undefined

  for (let attempt = 0; ; attempt += 1) {
    const counters = postCounters(actor, threadId, deps.clock.now())
    const context = await deps.posts.read({
      threadId,
      messageId: tried || input.messageId !== undefined ? messageId : undefined,
      auditId: tried && audit?.id,
      counters,
      inboundId: trace?.providerMessageId,
      guestIds: trace?.guests.map(({ guestId }) => guestId),
    })
    const thread = context.thread
    if (thread === undefined) throw threadNotFound(threadId)
    authorizeVisit(actor, input, thread.value, deps.rules)
    const stored = storedEarlier(context, input, actor, tried)
    if (stored) return stored
    if (tried && deps.clock.now().getTime() > giveUpAt) throw threadBusy()
    authorizePost(actor, input, thread.value, deps.rules)
    const now = deps.clock.now()
    if (counters) authorizeRate(context.counts, counters, deps.rules.limits, now)
    const message = assembleMessage({ input, messageId, authorId: actor.uid, thread: thread.value, now })
    const guests = dueGuestChanges(trace?.guests ?? [], context.guests, message.createdAt)
    const patch = threadPatch(thread.value, message, actor, guestName(context, guests, actor))
    const inbound = trace && { ...trace, guests }
    const write = {
      message,
      thread: patch,
      threadRevision: thread.revision,
      audit,
      counters,
      counterRevisions: context.counterRevisions,
      inbound,
      inboundRevision: context.inbound?.revision,
    }
    if ((await deps.posts.commit(write)) === 'committed') return { message, replayed: false }
    tried = { message, audited: audit !== undefined }
    await deps.clock.sleep(jittered(attempt, 5, 250))
  }
}

/** Of a guest who writes: they are stored already, or with this message. */
const guestName = ({ guests }: PostContext, changes: DueGuestChange[], { uid }: Actor) =>
  guests.get(uid)?.value.name ?? changes.find(({ guestId }) => guestId === uid)?.name

/** What the last unsettled commit tried to write. */
interface Tried {
  message: StoredMessage
  audited: boolean
}

/** The result when the message is there already: written by a commit of ours whose answer was lost, or by an earlier request. */
function storedEarlier(
  context: PostContext,
  input: CreateMessageInput,
  actor: Actor,
  tried: Tried | undefined,
): CreateMessageResult | undefined {
  const { message } = context
  if (message === undefined) {
    if (context.inbound && !isAssigned(context.inbound.value, input))
      throw conflict('The provider message is already stored in another thread, or waits in triage.')
    return undefined
  }
  if (tried && isOurCommit(tried, message, context)) return { message: asPosted(message), replayed: false }
  if (isSamePost(message, input, actor.uid)) return { message: asPosted(message), replayed: true }
  throw conflict(`Message ${message.messageId} exists with other content or another author.`)
}

/** Only staff's assignment takes a message out of triage. */
const isAssigned = ({ isInTriage }: InboundRecord, { inbound }: CreateMessageInput): boolean =>
  isInTriage && inbound?.assignment !== undefined

/** The audit entry commits with the message, so it proves whose commit it was; without one, the time of the try has to do. */
const isOurCommit = (tried: Tried, stored: StoredMessage, context: PostContext): boolean =>
  tried.audited ? context.auditWritten : stored.createdAt.getTime() === tried.message.createdAt.getTime()

const conflict = (detail: string): DomainError =>
  new DomainError('message-conflict', detail, { nextAction: 'Post it again under a new messageId.' })

const threadBusy = (): DomainError =>
  new DomainError(
    'thread-busy',
    'Too many messages are being posted to this thread, or by this user, at once. Nothing was stored.',
    {
      nextAction: 'Post it again with the same messageId.',
      retryAfterSeconds: 1,
    },
  )
