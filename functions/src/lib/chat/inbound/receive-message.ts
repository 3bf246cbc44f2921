import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { DomainError } from '../../errors.ts'
import { byId, create, expiring } from '../../store.ts'
import { typeOf } from '../channel-types.ts'
import { channels } from '../channels/registry.ts'
import { guests } from '../guest.ts'
import { dueGuestChanges, guestWrites } from '../guest-change.ts'
import { inboundRecords, recordsOf, triage } from '../inbound-records.ts'
import { ThreadMerged } from '../merging/merge-rules.ts'
import { noteOptOut } from '../opt-outs.ts'
import { type CreateMessageDeps, type CreateMessageResult, createMessage } from '../posting/create-message.ts'
import type { InboundTrace } from '../posting/post-context.ts'
import { addressesOf, findSenders } from '../senders.ts'
import { absentThreads } from '../thread-writes.ts'
import { cutText, keepAttachments, shownText } from './content.ts'
import type { ReceivedMessage } from './received-message.ts'
import { type Resolution, resolveThread } from './resolve-thread.ts'
import { changesByWriting, optOutOf } from './sender-changes.ts'
import { spamOf } from './triage.ts'

export type ReceiveMessageDeps = CreateMessageDeps & Needs<'carriers' | 'store'>

/** One message per provider id; without a thread it waits in triage, and nothing is lost. */
export async function receiveMessage(deps: ReceiveMessageDeps, received: ReceivedMessage): Promise<void> {
  const message = bounded(deps, received)
  await noteWord(deps, message)
  const resolved = await resolveThread(deps, message)
  if ('reason' in resolved) return void (await keep(deps, message, resolved))
  const { threadId, writer, senders } = resolved
  try {
    const guests = changesByWriting(message, resolved, deps.rules.optOutWords())
    await storeFollowing(deps, message, { threadId, guests }, writer.guestId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'thread-not-found')
      return void (await keep(deps, message, { reason: 'no-thread', writer, senders }))
    if (error.code !== 'message-conflict') throw error
    deps.log.info('inbound message was stored before', { providerMessageId: message.providerMessageId })
  }
}

/** The opt-out comes before the message, so that no retry skips it, and covers every guest with the address. */
async function noteWord(deps: ReceiveMessageDeps, message: ReceivedMessage): Promise<void> {
  const { channel, receivedAt: at = deps.clock.now() } = message
  const change = optOutOf(message, deps.rules.optOutWords())
  if (change === undefined) return
  await Promise.all(addressesOf(message).map(address => noteOptOut(deps, channel, address, { change, at })))
}

export interface InboundTarget extends Omit<InboundTrace, 'providerMessageId'> {
  threadId: string
}

/** An OTA may name another author. */
const asGuest = (guestId: string): Actor => ({ uid: guestId, role: 'guest' })

/** Throws `message-conflict` for a provider id stored elsewhere, and `ThreadMerged`. */
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

/** Follows merges, and returns the thread's id. */
export async function storeFollowing(
  deps: CreateMessageDeps,
  message: ReceivedMessage,
  target: InboundTarget,
  author: string | Actor,
): Promise<string> {
  try {
    await storeInbound(deps, message, target, author)
    return target.threadId
  } catch (error) {
    if (!(error instanceof ThreadMerged)) throw error
    const [missingTarget] = await absentThreads(deps.store, [error.into])
    const next = missingTarget ? { missingTarget } : { threadId: error.into }
    return storeFollowing(deps, message, { ...target, ...next }, author)
  }
}

/** The guests' changes apply in triage too. */
function keep(
  { store, clock, rules }: Pick<ReceiveMessageDeps, 'store' | 'clock' | 'rules'>,
  message: ReceivedMessage,
  { reason, candidates = [], ...senders }: Extract<Resolution, { reason: unknown }>,
): Promise<void> {
  const { providerMessageId, receivedAt = clock.now(), ...rest } = message
  const changes = changesByWriting(message, senders, rules.optOutWords())
  const read = {
    records: recordsOf(providerMessageId),
    spam: spamOf(message),
    guests: changes.map(({ guestId }) => guests.at(guestId)),
  }
  return amend(
    { store, clock },
    {
      read,
      decide({ records, spam, guests: guestDocuments }) {
        // Another delivery, or this one before a lost answer, stored it.
        if (records.some(Boolean)) return { result: undefined }
        const mark = { triage: true, receivedAt, ...expiring('inboundMessages', receivedAt) }
        const place = spam ? { status: 'spam', ...expiring('triage', receivedAt) } : { status: 'open' }
        const named = candidates.length > 0 && { candidates }
        const writes = [
          create(inboundRecords.at(providerMessageId), mark),
          create(triage.at(providerMessageId), { ...rest, reason, receivedAt, ...place, ...named }),
          ...guestWrites(dueGuestChanges(changes, byId(guestDocuments), receivedAt)),
        ]
        return { writes, result: undefined }
      },
    },
  )
}

export async function keepUnstored(deps: ReceiveMessageDeps, received: ReceivedMessage): Promise<void> {
  const message = bounded(deps, received)
  const { senders } = await findSenders(deps.store, message)
  await keep(deps, message, { reason: 'not-stored', senders })
}

export function bounded(
  { rules, carriers, clock, log }: Pick<ReceiveMessageDeps, 'rules' | 'carriers' | 'clock' | 'log'>,
  received: ReceivedMessage,
): ReceivedMessage {
  const { body, attachments, metadata, receivedAt, ...message } = received
  const now = clock.now()
  const content = keepAttachments(
    { attachments, ...(metadata && { metadata }) },
    carriers[message.channel].isCarriers,
  )
  const leftOut = attachments.length - content.attachments.length
  if (leftOut > 0)
    log.warn('attachments that are not at the provider were left out', {
      providerMessageId: message.providerMessageId,
      leftOut,
    })
  // A future time would outlast the guest's later words.
  const at = receivedAt && { receivedAt: receivedAt < now ? receivedAt : now }
  return {
    ...message,
    ...content,
    ...at,
    body: cutText(shownText(body, content), rules.chatLimits().messageBody),
  }
}
