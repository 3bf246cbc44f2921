import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { type Change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { attentionBecause, causesAfterPost } from '../attention.ts'
import type { Channel } from '../channels/channel.ts'
import { isChannel } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import type { SendWaits } from '../delivery/outbound.ts'
import { type Deadline, deadlineAfter, deadlineBy, earlier } from '../desk/deadline.ts'
import { type Asking, deskAfterPost, mayAsk, turnOf } from '../desk/desk.ts'
import { openOne } from '../desk/exchanges.ts'
import { isAssignedByLoad } from '../desk/team.ts'
import { comingFiles, shownAs } from '../files/coming-files.ts'
import { type DueGuestChange, dueGuestChanges } from '../inbound/guest-change.ts'
import { ThreadMerged } from '../merging/merged.ts'
import type { StoredMessage } from '../message.ts'
import { type Conversation, withConversation } from '../ota/conversations.ts'
import type { InboundRecord, PostContext, PostWrite } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { assembleMessage, timeOfArrival, timeOfPost } from './assemble-message.ts'
import { type Parts, type PostPart, partsOf } from './parts.ts'
import { authorizePost, authorizeVisit, threadNotFound } from './post-policy.ts'
import type { PostTally } from './post-tally.ts'
import type { CreateMessageInput, CreateMessageResult, Posting } from './posting.ts'
import { authorizePosting, isLimited, type PostCounter, postCounter, postsAfter } from './rate-limit.ts'
import { asPosted, isSamePost } from './replay.ts'
import { checkSecondAnswer } from './second-answer.ts'
import { afterPatch, type ThreadPatch, threadPatch } from './thread-patch.ts'

/** What a post is decided from. */
export type PostState = PostContext & {
  counter: PostCounter | undefined
  now: Date
  /** Of a guest's message that begins to wait. */
  desk?: PostDesk | undefined
}

/** What to read for a post; after a try that may have gone through, with the proof of it. */
function keysOf({ actor, input, messageId, audit }: Posting, now: Date, isAgain: boolean) {
  return {
    threadId: input.threadId,
    messageId: isAgain || input.messageId !== undefined ? messageId : undefined,
    auditId: isAgain ? audit?.id : undefined,
    counter: postCounter(actor, now),
    inboundId: input.inbound?.providerMessageId,
    guestIds: input.inbound?.guests.map(({ guestId }) => guestId),
    fileIds: input.files,
  }
}

/** The team that answers a guest, and how. */
interface PostDesk {
  team: { teamId: string | null }
  asking: Asking
}

async function deskOfPost(
  { operations, rules }: Pick<Needs<'operations' | 'rules'>, 'operations' | 'rules'>,
  thread: Thread,
  { now, receivedAt, source }: { now: Date; receivedAt?: Date | undefined; source: string },
): Promise<PostDesk> {
  const { teamId, team } = await operations.teamOf(thread, !openOne(thread.exchanges))
  const arrivedAt = timeOfArrival(timeOfPost(now, thread.updatedAt), receivedAt)
  const latest = latestOf(source, arrivedAt)
  const deadline = earlier(await deadlineBy(team, arrivedAt), latest)
  return { team: { teamId }, asking: { deadline, latest, isAssigned: isAssignedByLoad(rules, team), now } }
}

/** By when the channel that was written by wants an answer. */
function latestOf(source: string, arrivedAt: Date): Deadline | undefined {
  const row: Channel | undefined = isChannel(source) ? channels[source] : undefined
  return row?.answerWithinMinutes ? deadlineAfter(arrivedAt, row.answerWithinMinutes) : undefined
}

/** How a post is stored: one read, one commit. */
export const storing = (
  {
    messages,
    operations,
    clock,
    ids,
    postTally,
    rules,
  }: Needs<'messages' | 'operations' | 'postTally' | 'rules'>,
  posting: Posting,
): Change<PostState, PostWrite, CreateMessageResult> => ({
  async read(tried) {
    const keys = keysOf(posting, clock.now(), tried.length > 0)
    const context = await messages.postContext(keys)
    const now = clock.now()
    const { actor, input } = posting
    const thread = mayAsk(actor, input) ? context.thread?.value : undefined
    return {
      ...context,
      counter: keys.counter,
      now,
      desk: thread && (await deskOfPost({ operations, rules }, thread, { ...input, now })),
    }
  },

  recognise: ({ message, auditWritten }, { message: ours }) =>
    message && isOurCommit(posting, ours, message, auditWritten)
      ? { result: { message: asPosted(message), replayed: false } }
      : undefined,

  decide(state) {
    const { actor, input } = posting
    const { thread, counter, postsOfUser, now } = state
    if (thread === undefined) throw threadNotFound(input.threadId)
    authorizeVisit(actor, input, thread.value, rules.joinPolicy())
    const message = storedEarlier(state, posting)
    if (message) return { result: { message, replayed: true } }
    const { mergedInto: into } = thread.value
    if (input.inbound && into && into !== input.inbound.gone) throw new ThreadMerged(into)
    authorizePost(actor, input, thread.value, rules.chatLimits())
    checkSecondAnswer(actor, input, thread.value)
    if (isLimited(actor)) {
      // The minute may have ended while its counter was read.
      const isThisMinute = counter && now < counter.minuteEndsAt
      const ofUser = isThisMinute ? Math.max(postsOfUser, postTally.count(counter.id)) : 0
      authorizePosting(actor, thread.value, { ofUser, limits: rules.chatLimits(), now })
    }
    return { write: wholeWrite(state, thread, partsOf(state, posting, ids), rules.sendWaits()) }
  },

  async commit(write) {
    const undo = counted(postTally, write)
    let isStored = false
    try {
      const ended = await messages.post(write)
      isStored = ended !== 'unresolved'
      return resolvedAs(ended, newlyStored(write))
    } finally {
      if (!isStored) undo()
    }
  },
})

/** Counts a post about to be stored; returns the undo. */
const counted = (tally: PostTally, { counter }: PostWrite): (() => void) =>
  counter ? tally.add(counter.id, counter.minuteEndsAt) : () => {}

const newlyStored = ({ message }: PostWrite): CreateMessageResult => ({
  message: asPosted(message),
  replayed: false,
})

/** The post's message; where text and files are messages of their own, each based on the one before. */
function wholeWrite(
  state: PostState,
  thread: Versioned<Thread>,
  [first, ...others]: Parts,
  waits: SendWaits,
): PostWrite {
  const write = postWrite(state, thread, first, waits)
  let value = afterPatch(thread.value, write.thread)
  const rest = others.map(part => {
    const next = postWrite({ ...state, counter: undefined }, { ...thread, value }, part, waits)
    value = afterPatch(value, next.thread)
    return next
  })
  return rest.length > 0 ? { ...write, rest } : write
}

function postWrite(
  state: PostState,
  { value: thread, revision }: Versioned<Thread>,
  { actor, input, messageId, audit, files, part }: PostPart,
  waits: SendWaits,
): PostWrite {
  const { inbound: trace, coming: addresses, source: channel } = input
  const arrived = { messageId, threadId: input.threadId, authorId: actor.uid }
  const coming =
    addresses && isChannel(channel) ? comingFiles(arrived, channel, addresses, state.now) : undefined
  const message = assembleMessage({
    ...{ input, messageId, author: actor, thread, now: state.now, waits, part },
    files: coming ? shownAs(coming) : files?.shown,
  })
  const guests = dueGuestChanges(trace?.guests ?? [], state.guests, message.createdAt)
  const desk = deskAfterPost({ ...thread, ...state.desk?.team }, message, actor, state.desk?.asking)
  const patch = threadPatch(thread, message, actor, guestName(state, guests, actor))
  return {
    message,
    thread: {
      ...patch,
      ...calling(thread, patch, message, turnOf(actor, message, thread) === 'ask'),
      ...(isLimited(actor) && { posts: postsAfter(actor, thread, state.now) }),
      ...state.desk?.team,
      ...(trace?.conversation && conversationsAfter(thread, trace.conversation, message)),
      ...desk?.fields,
    },
    threadRevision: revision,
    extras: { audits: [audit, trace?.audit], ledger: desk?.ledger },
    counter: state.counter,
    inbound: trace && { ...trace, guests },
    inboundRevision: state.inbound?.revision,
    files: files?.bindings,
    coming,
  }
}

function conversationsAfter(
  { conversations }: Thread,
  known: Conversation,
  { createdAt, receivedAt: lastWroteAt = createdAt, metadata }: StoredMessage,
): Pick<ThreadPatch, 'conversations'> {
  const wrote = metadata?.sender === 'guest' && { lastWroteAt }
  return { conversations: withConversation(conversations, { ...known, ...wrote }) }
}

/** The name of a guest who writes, already stored or stored with this message. */
const guestName = ({ guests }: PostContext, changes: DueGuestChange[], { uid }: Actor) =>
  guests.get(uid)?.value.name ?? changes.find(({ guestId }) => guestId === uid)?.name

/** The message, if an earlier request has stored it. */
function storedEarlier(
  { message, inbound }: PostContext,
  { actor, input }: Posting,
): StoredMessage | undefined {
  if (message && isSamePost(message, input, actor.uid)) return asPosted(message)
  if (message) throw conflict(`Message ${message.messageId} exists with other content or another author.`)
  if (!inbound || isAssigned(inbound.value, input)) return undefined
  throw conflict('The provider message is already stored in another thread, or waits in triage.')
}

/** Only an assignment by staff takes a message out of triage. */
const isAssigned = ({ isInTriage }: InboundRecord, { inbound }: CreateMessageInput): boolean =>
  isInTriage && inbound?.assignment !== undefined

/** The audit entry is in the message's commit and so identifies it; without one, the time must do. */
const isOurCommit = (
  { audit }: Posting,
  ours: StoredMessage,
  stored: StoredMessage,
  auditWritten: boolean,
): boolean => (audit ? auditWritten : stored.createdAt.getTime() === ours.createdAt.getTime())

const conflict = (detail: string): DomainError =>
  new DomainError('message-conflict', detail, { nextAction: 'Post it again under a new messageId.' })

/**
 * Everybody whom a message calls is told why: those whom a guest's calls, those whom a note mentions, and those who have
 * other causes already.
 */
function calling(
  { needsAttention: stood, needsAttentionMap: stoodMap, attention }: Thread,
  { needsAttention, needsAttentionMap, participantIds }: ThreadPatch,
  { authorId, createdAt, mentions = [] }: StoredMessage,
  isGuests: boolean,
): Partial<ThreadPatch> {
  const called = participantIds.filter(id => id !== authorId && needsAttention.includes(id))
  if (!isGuests) {
    const isKnown = called.some(id => Object.hasOwn(attention, id))
    const causes = isKnown ? causesAfterPost(attention, called, createdAt) : attention
    const mentioned = mentions.filter(id => id !== authorId)
    const after = { needsAttention, needsAttentionMap, attention: causes }
    if (mentioned.length > 0) return attentionBecause(after, mentioned, 'mentioned', createdAt)
    return isKnown ? { attention: causes } : {}
  }
  const before = { needsAttention: stood, needsAttentionMap: stoodMap, attention }
  const { attention: causes } = attentionBecause(before, called, 'guest-wrote', createdAt)
  return { needsAttention, needsAttentionMap, attention: causes }
}
