import type { Actor } from '../../actor.ts'
import { type AuditEntry, audited } from '../../audit.ts'
import type { Ids, Revision, Versioned } from '../../ports.ts'
import {
  create,
  expiring,
  fieldRemoval,
  increment,
  patch,
  put,
  set,
  type Write,
  without,
} from '../../store.ts'
import { isBlank } from '../../text.ts'
import { attentionBecause, causesAfterPost } from '../attention.ts'
import { isChannel } from '../channel-types.ts'
import type { SendWaits } from '../delivery/outbound.ts'
import { deskAfterPost, turnOf } from '../desk/desk.ts'
import { bindingWrite, type ComingFile, comingFiles, comingWrites, shownAs } from '../files/model.ts'
import { type DueGuestChange, dueGuestChanges, guestWrites } from '../guest-change.ts'
import { inboundRecords, triage } from '../inbound-records.ts'
import type { MessageFile, StoredMessage } from '../message.ts'
import { type Conversation, withConversation } from '../ota-conversations.ts'
import { messageAt, statesOf } from '../stored-messages.ts'
import type { Thread } from '../thread.ts'
import { threadFields, threads } from '../thread-writes.ts'
import { assembleMessage, type PartOfPost } from './assemble-message.ts'
import { type BoundFiles, boundFiles } from './bind-files.ts'
import { counters, type InboundTrace, type Posting, type PostState } from './post-context.ts'
import { isLimited, type PostCounter, postsAfter } from './rate-limit.ts'
import { afterPatch, type ThreadPatch, threadPatch } from './thread-patch.ts'

interface DueTrace extends Omit<InboundTrace, 'guests' | 'audit'> {
  guests: readonly DueGuestChange[]
}

export interface PostWrite {
  message: StoredMessage
  thread: ThreadPatch
  threadRevision: Revision
  audits: readonly (AuditEntry | undefined)[]
  ledger: readonly Write[]
  /** Unconditional increment. */
  counter?: PostCounter | undefined
  inbound?: DueTrace | undefined
  /** Of the provider id's record. */
  inboundRevision?: Revision | undefined
  /** Fails if a file has changed. */
  files?: BoundFiles['bindings'] | undefined
  coming?: readonly ComingFile[] | undefined
  /** Each builds on the previous one. */
  rest?: readonly PostWrite[]
}

export function postWrites({ rest = [], ...first }: PostWrite): Write[] {
  const posts: readonly PostWrite[] = [first, ...rest]
  const { threadId, createdAt } = (posts.at(-1) ?? first).message
  // A thread expires with its last message.
  const { expireAt = fieldRemoval } = expiring('messages', createdAt)
  const patches = posts.map(({ thread }) => threadFields(threadId, thread))
  const { counter } = first
  return [
    ...posts.map(({ message }) => {
      const end = expiring('messages', message.createdAt)
      return create(messageAt(message), { ...message, ...statesOf(message.messageId, message), ...end })
    }),
    patch(threads.at(threadId), { ...Object.assign({}, ...patches), expireAt }, first.threadRevision),
    ...posts.flatMap(({ audits }) => audits.flatMap(audited)),
    ...posts.flatMap(({ ledger }) => ledger),
    ...(counter
      ? [set(counters.at(counter.id), { count: increment(1), expiresAt: counter.expiresAt }, true)]
      : []),
    ...posts.flatMap(inboundWrites),
    ...posts.flatMap(({ files = [], message }) => files.map(file => bindingWrite(file, message))),
    ...posts.flatMap(({ coming = [], message }) => comingWrites(coming, message.createdAt)),
  ]
}

function inboundWrites({ message, inbound, inboundRevision }: PostWrite): Write[] {
  if (!inbound) return []
  const { threadId, messageId, createdAt } = message
  const { providerMessageId, assignment } = inbound
  const pointer = { threadId, messageId, receivedAt: createdAt, ...expiring('inboundMessages', createdAt) }
  const isKnown = inboundRevision !== undefined
  const assigned = { status: 'assigned', threadId, ...expiring('triage', createdAt), ...assignment }
  return [
    put(
      inboundRecords.at(providerMessageId),
      { ...pointer, ...(isKnown && without(['triage'])) },
      inboundRevision,
    ),
    ...guestWrites(inbound.guests),
    ...(assignment ? [patch(triage.at(providerMessageId), assigned)] : []),
  ]
}

interface PostPart extends Posting {
  files?: Pick<BoundFiles, 'shown' | 'bindings'> | undefined
  part?: PartOfPost
}

type Parts = [PostPart, ...PostPart[]]

/**
 * If the channel separates text and files, the text comes first under the post's id, then one message a file.
 */
export function partsOf(
  { thread, files: stored, now }: PostState,
  posting: Posting,
  ids: Pick<Ids, 'message'>,
): Parts {
  const { actor, input, messageId } = posting
  if (!input.files || !thread) return [posting]
  const files = boundFiles(input, { authorId: actor.uid, thread: thread.value, stored, now })
  if (!files?.isApart) return [{ ...posting, files }]
  const hasText = !isBlank(input.body)
  const [first, ...others] = [
    ...(hasText ? [{ body: input.body }] : []),
    // Blank as posted, for the comparison on a repeat.
    ...files.shown.map((shown, at) => ({
      body: hasText || at > 0 ? '' : input.body,
      files: fileAt(files, shown, at),
    })),
  ].map((content, at) => ({ ...content, messageId: at === 0 ? messageId : ids.message() }))
  if (!first) return [posting]
  const filesAfter = files.shown.slice(hasText ? 0 : 1).map(({ fileId }) => fileId)
  const all = [first, ...others]
  const partAt = (at: number): PostPart => {
    const { body, ...content } = all[at] ?? first
    const [after, next] = [all[at - 1]?.messageId, all[at + 1]?.messageId]
    const sends = { ...(after !== undefined && { after }), ...(next !== undefined && { next }) }
    const isFirst = at === 0
    return {
      actor,
      input: { ...input, body },
      audit: isFirst ? posting.audit : undefined,
      ...content,
      part: { sends, ...(isFirst && filesAfter.length > 0 && { filesAfter }) },
    }
  }
  return [partAt(0), ...others.map((_, at) => partAt(at + 1))]
}

const fileAt = ({ bindings }: BoundFiles, shown: MessageFile, at: number) => ({
  shown: [shown],
  bindings: bindings.slice(at, at + 1),
})

export function wholeWrite(
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
    input,
    messageId,
    author: actor,
    thread,
    now: state.now,
    waits,
    part,
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
    audits: [audit, trace?.audit],
    ledger: desk?.ledger ?? [],
    counter: state.counter,
    inbound: trace && { ...trace, guests },
    inboundRevision: state.inbound?.revision,
    files: files?.bindings,
    coming,
  }
}

function conversationsAfter(
  { conversations }: Thread,
  conversation: Conversation,
  { createdAt, receivedAt: lastWroteAt = createdAt, metadata }: StoredMessage,
): Pick<ThreadPatch, 'conversations'> {
  const wrote = metadata?.sender === 'guest' && { lastWroteAt }
  return { conversations: withConversation(conversations, { ...conversation, ...wrote }) }
}

const guestName = ({ guests }: PostState, changes: DueGuestChange[], { uid }: Actor) =>
  guests.get(uid)?.value.name ?? changes.find(({ guestId }) => guestId === uid)?.name

/** Each called user gets a cause: `guest-wrote`, `mentioned`, or `message` beside others. */
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
