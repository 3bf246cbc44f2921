import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { type Change, change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System } from '../../ports.ts'
import { authorizeVisit } from '../access.ts'
import { ThreadMerged } from '../merging/merge-rules.ts'
import type { StoredMessage } from '../message.ts'
import { threadNotFound } from '../thread-writes.ts'
import {
  type CreateMessageInput,
  type CreateMessageResult,
  type Posting,
  type PostState,
  postState,
} from './post-context.ts'
import type { PostInput } from './post-input.ts'
import { authorizeFields, authorizePost, checkMentions, checkSecondAnswer, checkStay } from './post-policy.ts'
import type { PostTally } from './post-tally.ts'
import { type PostWrite, partsOf, postWrites, wholeWrite } from './post-writes.ts'
import { authorizePosting, isLimited, limitingRefusals } from './rate-limit.ts'
import { asPosted, isSamePost } from './replay.ts'

export type { CreateMessageInput, CreateMessageResult }

export type CreateMessageDeps = Needs<
  'auditLog' | 'store' | 'teams' | 'postTally' | 'postTurns' | 'refusalTally' | 'rules'
>

/**
 * One commit after one read (specification B1); posts of this process to a thread wait for each other. Sends,
 * forwarding and search follow from the document.
 */
export async function createMessage(
  deps: CreateMessageDeps,
  actor: Actor,
  input: CreateMessageInput,
): Promise<CreateMessageResult> {
  const messageId = input.messageId ?? deps.ids.message()
  const audit = postEntry(deps, actor, { ...input, messageId })
  const store = async () => {
    authorizeFields(actor, input)
    if (input.reservationId !== undefined || input.mentions)
      await Promise.all([checkStay(deps, input), checkMentions(deps, actor, input)])
    const posting = { actor, input, messageId, audit }
    return deps.postTurns.run([input.threadId], () => change(deps, storing(deps, posting), contention))
  }
  return auditingFailure(deps, audit, () => limitingRefusals(deps, actor, store))
}

const threadBusy = (): DomainError =>
  new DomainError(
    'thread-busy',
    'Too many messages are being posted to this thread at once. Nothing was stored.',
    { nextAction: 'Post it again with the same messageId.', retryAfterSeconds: 1 },
  )

/** Milliseconds. */
const contention = { budgetMs: 20_000, backoff: { baseMs: 5, capMs: 250 }, gaveUp: threadBusy }

type AuditedPost = Pick<PostInput, 'threadId' | 'type' | 'source' | 'attachments' | 'files'> & {
  messageId: string
}

export const postEntry = (
  deps: System,
  actor: Actor,
  { messageId, threadId, type, source, attachments = [], files = [] }: AuditedPost,
): AuditEntry | undefined =>
  buildAuditEntry(deps, actor, {
    action: 'message.create',
    targetType: 'message',
    targetId: messageId,
    metadata: { threadId, type, source, attachmentCount: attachments.length + files.length },
  })

const storing = (
  deps: Needs<'postTally' | 'rules' | 'store' | 'teams'>,
  posting: Posting,
): Change<PostState, PostWrite, CreateMessageResult> => ({
  read: tried => postState(deps, posting, tried.length > 0),

  recognise: ({ message, auditWritten }, { message: ours }) =>
    message && isOurCommit(posting, ours, message, auditWritten)
      ? { result: { message: asPosted(message), replayed: false } }
      : undefined,

  decide(state) {
    const { actor, input } = posting
    const { thread, counter, postsOfUser, now } = state
    if (thread === undefined) throw threadNotFound(input.threadId)
    authorizeVisit(actor, input.threadId, thread.value, deps.rules.joinPolicy())
    const message = storedEarlier(state, posting)
    if (message) return { result: { message, replayed: true } }
    const { mergedInto: into } = thread.value
    if (input.inbound && into && into !== input.inbound.missingTarget) throw new ThreadMerged(into)
    authorizePost(actor, input, thread.value, deps.rules.chatLimits())
    checkSecondAnswer(actor, input, thread.value)
    if (isLimited(actor)) {
      // The minute may have ended during the read.
      const isThisMinute = counter && now < counter.minuteEndsAt
      const ofUser = isThisMinute ? Math.max(postsOfUser, deps.postTally.count(counter.id)) : 0
      authorizePosting(actor, thread.value, { ofUser, limits: deps.rules.chatLimits(), now })
    }
    return { write: wholeWrite(state, thread, partsOf(state, posting, deps.ids), deps.rules.sendWaits()) }
  },

  async commit(write) {
    const undo = counted(deps.postTally, write)
    let isStored = false
    try {
      const ended = await deps.store.commit(postWrites(write))
      isStored = ended !== 'unresolved'
      return resolvedAs(ended, newlyStored(write))
    } finally {
      if (!isStored) undo()
    }
  },
})

const counted = (tally: PostTally, { counter }: PostWrite): (() => void) =>
  counter ? tally.add(counter.id, counter.minuteEndsAt) : () => {}

const newlyStored = ({ message }: PostWrite): CreateMessageResult => ({
  message: asPosted(message),
  replayed: false,
})

function storedEarlier(
  { message, inbound }: PostState,
  { actor, input }: Posting,
): StoredMessage | undefined {
  if (message && isSamePost(message, input, actor.uid)) return asPosted(message)
  if (message) throw conflict(`Message ${message.messageId} exists with other content or another author.`)
  if (!inbound || (inbound.value.triage === true && input.inbound?.assignment)) return undefined
  // Only staff's assignment moves a message out of triage.
  throw conflict('The provider message is already stored in another thread, or waits in triage.')
}

/** The audit entry shares the message's commit; else the time identifies it. */
const isOurCommit = (
  { audit }: Posting,
  ours: StoredMessage,
  stored: StoredMessage,
  auditWritten: boolean,
): boolean => (audit ? auditWritten : stored.createdAt.getTime() === ours.createdAt.getTime())

const conflict = (detail: string): DomainError =>
  new DomainError('message-conflict', detail, { nextAction: 'Post it again under a new messageId.' })
