import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { typeOf } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import type { Guest } from '../guest.ts'
import { ThreadMerged } from '../merging/merged.ts'
import type { InboundTrace } from '../ports.ts'
import { type CreateMessageDeps, type CreateMessageResult, createMessage } from '../posting/create-message.ts'
import { cutText, keepAttachments, shownText } from './content.ts'
import {
  addressesOf,
  changesByWriting,
  type DueGuestChange,
  dueGuestChanges,
  optOutOf,
} from './guest-change.ts'
import type { ReceivedMessage } from './received-message.ts'
import { findSenders, type Resolution, resolveThread } from './resolve-thread.ts'

export type ReceiveMessageDeps = CreateMessageDeps & Needs<'carriers' | 'guests' | 'inbound' | 'threads'>

/**
 * Stores an inbound message in its guest's thread, through the same verb as every other post. One message per provider
 * id; one that cannot be routed waits in triage and is never dropped.
 */
export async function receiveMessage(deps: ReceiveMessageDeps, received: ReceivedMessage): Promise<void> {
  const message = bounded(deps, received)
  await noteOptOut(deps, message)
  const resolved = await resolveThread(deps, message)
  if ('reason' in resolved) return void (await keep(deps, message, resolved))
  const { threadId, writer, found } = resolved
  try {
    const guests = changesByWriting(message, resolved, deps.rules.optOutWords())
    await storeFollowing(deps, message, { threadId, guests }, writer.guestId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'thread-not-found')
      return void (await keep(deps, message, { reason: 'no-thread', writer, found }))
    if (error.code !== 'message-conflict') throw error
    deps.log.info('inbound message was stored before', { providerMessageId: message.providerMessageId })
  }
}

/** Before the message is stored, so that no retry skips it. It applies to everybody who has the address. */
async function noteOptOut(
  { guests, clock, rules }: Pick<ReceiveMessageDeps, 'guests' | 'clock' | 'rules'>,
  message: ReceivedMessage,
): Promise<void> {
  const { channel, receivedAt: at = clock.now() } = message
  const change = optOutOf(message, rules.optOutWords())
  if (change === undefined) return
  await Promise.all(addressesOf(message).map(address => guests.noteOptOut(channel, address, { change, at })))
}

/** Where an inbound message goes and what it changes beside. */
export interface InboundTarget extends Omit<InboundTrace, 'providerMessageId'> {
  threadId: string
}

/** Who writes by a channel, unless the OTA says that it is another. */
const asGuest = (guestId: string): Actor => ({ uid: guestId, role: 'guest' })

/**
 * Stores a message as its author's. Throws `message-conflict` when its provider id is stored elsewhere, and `ThreadMerged`.
 */
export const storeInbound = (
  deps: CreateMessageDeps,
  { providerMessageId, channel, body, attachments, metadata, receivedAt }: ReceivedMessage,
  { threadId, ...trace }: InboundTarget,
  author: string | Actor,
): Promise<CreateMessageResult> =>
  createMessage(deps, typeof author === 'string' ? asGuest(author) : author, {
    source: channel,
    type: typeOf(channel),
    threadId,
    messageId: providerMessageId,
    externalMessageId: providerMessageId,
    body,
    contentType: 'text',
    ...(attachments.length > 0 && (channels[channel].files.end ? { coming: attachments } : { attachments })),
    ...(metadata && { metadata }),
    receivedAt,
    inbound: { providerMessageId, ...trace },
  })

/** The same, in the thread into which that one is merged, if it is, and that is there. Answers which. */
export async function storeFollowing(
  deps: CreateMessageDeps & Needs<'threads'>,
  message: ReceivedMessage,
  target: InboundTarget,
  author: string | Actor,
): Promise<string> {
  try {
    await storeInbound(deps, message, target, author)
    return target.threadId
  } catch (error) {
    if (!(error instanceof ThreadMerged)) throw error
    const [gone] = await deps.threads.absent([error.into])
    const next = gone ? { gone } : { threadId: error.into }
    return storeFollowing(deps, message, { ...target, ...next }, author)
  }
}

/**
 * Keeps a message in triage, unless its provider id is on record by then. What it says of the number it came from
 * counts, wherever it belongs.
 */
function keep(
  { inbound, guests, clock, rules }: Pick<ReceiveMessageDeps, 'inbound' | 'guests' | 'clock' | 'rules'>,
  message: ReceivedMessage,
  { reason, candidates = [], ...senders }: Extract<Resolution, { reason: unknown }>,
): Promise<unknown> {
  const { providerMessageId, receivedAt = clock.now() } = message
  const changes = changesByWriting(message, senders, rules.optOutWords())
  return change<
    { isOnRecord: boolean; isSpam: boolean; known: ReadonlyMap<string, Versioned<Guest>> },
    DueGuestChange[],
    unknown
  >(
    { clock },
    {
      async read(tried) {
        const [missing, isSpam, known] = await Promise.all([
          tried.length > 0 ? inbound.missing([providerMessageId]) : undefined,
          inbound.isSpam(message),
          guests.read(changes.map(({ guestId }) => guestId)),
        ])
        // By another delivery of the message, or by this one although its answer was lost.
        return { isOnRecord: missing?.size === 0, isSpam, known }
      },
      decide: ({ isOnRecord, known }) =>
        isOnRecord ? { result: undefined } : { write: dueGuestChanges(changes, known, receivedAt) },
      commit: (due, { isSpam }) => {
        const named = candidates.length > 0 && { candidates }
        const status = isSpam ? 'spam' : 'open'
        return inbound.keep({ ...message, reason, receivedAt, status, ...named }, due)
      },
    },
  )
}

/** Keeps a message for triage that could not be stored although its thread may be known. */
export async function keepUnstored(deps: ReceiveMessageDeps, received: ReceivedMessage): Promise<void> {
  const message = bounded(deps, received)
  const { found } = await findSenders(deps.guests, message)
  await keep(deps, message, { reason: 'not-stored', found })
}

export function bounded(
  { rules, carriers, log }: Pick<ReceiveMessageDeps, 'rules' | 'carriers' | 'log'>,
  received: ReceivedMessage,
): ReceivedMessage {
  const { body, attachments, metadata, ...message } = received
  const kept = keepAttachments(
    { attachments, ...(metadata && { metadata }) },
    carriers[message.channel].isCarriers,
  )
  const leftOut = attachments.length - kept.attachments.length
  if (leftOut > 0)
    log.warn('attachments that are not at the provider were left out', {
      providerMessageId: message.providerMessageId,
      leftOut,
    })
  return { ...message, ...kept, body: cutText(shownText(body, kept), rules.chatLimits().messageBody) }
}
