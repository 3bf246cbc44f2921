import * as z from 'zod'
import type { Checkpoints } from '../../checkpoints.ts'
import { type ItemWriter, openItemOnce } from '../../items/change-item.ts'
import type { InboundLog, ListedInbound } from './receive-message.ts'
import {
  keepUnstored,
  type ReceivedMessage,
  type ReceiveMessageDeps,
  receiveMessage,
} from './receive-message.ts'

export interface ReceiveMissedDeps extends ReceiveMessageDeps {
  checkpoints: Checkpoints
  items: ItemWriter['items']
  inboundLog(): Promise<InboundLog>
}

/** Until when the provider's list has been read. */
const catchUp = { name: 'inbound', schema: z.object({ readUntil: z.date().optional().catch(undefined) }) }

const minute = 60_000
/** How far back the first run looks. Milliseconds, as all of these. */
const firstRun = 24 * 60 * minute
/** What is read again each time: the provider's list and clock may be behind. */
const overlap = 15 * minute
/** A message younger than this may still be on its way to the webhook, which tells more of it than the list. */
const young = minute
const patience = 5_000
/** A message that still cannot be received after this is left to a person. */
const endurance = 6 * 60 * minute
/** The run starts receiving no message after this. */
const runBudgetMs = 4 * minute

/**
 * Receives what the provider has for us and its webhook did not tell. One that fails does not stop the others, is
 * looked for again by the next run, and after some hours left to a person.
 */
export async function receiveMissed(deps: ReceiveMissedDeps): Promise<void> {
  const started = deps.clock.now()
  const checkpoint = await deps.checkpoints.read(catchUp)
  const reached = checkpoint?.value.readUntil ?? new Date(started.getTime() - firstRun)
  const log = await deps.inboundLog()
  const listed = await log.receivedSince(new Date(reached.getTime() - overlap))
  const missed = await missedOf(deps, listed, started)
  if (missed.length > 0) deps.log.warn('inbound messages were missed', { count: missed.length })
  let readUntil = started
  for (const entry of missed) {
    const isDone = isInTime(deps, started) && (await receiveOrLeave(deps, log, entry, started))
    if (!isDone && entry.receivedAt < readUntil) readUntil = entry.receivedAt
  }
  // Where another run was faster, what it reached counts: it has held back what it could not receive.
  await deps.checkpoints.write(catchUp, { readUntil }, checkpoint?.revision)
}

const isInTime = ({ clock }: ReceiveMissedDeps, started: Date): boolean =>
  clock.now().getTime() - started.getTime() < runBudgetMs

/** Oldest first, so that they are stored in the order they were written. */
async function missedOf(
  deps: ReceiveMissedDeps,
  listed: readonly ListedInbound[],
  started: Date,
): Promise<ListedInbound[]> {
  const missed = await stillMissing(deps, listed)
  const isYoung = missed.some(({ receivedAt }) => started.getTime() - receivedAt.getTime() < young)
  if (isYoung) await deps.clock.sleep(patience)
  const left = isYoung ? await stillMissing(deps, missed) : missed
  return left.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
}

async function stillMissing(
  { inbound }: ReceiveMissedDeps,
  listed: readonly ListedInbound[],
): Promise<ListedInbound[]> {
  const missing = await inbound.missing(listed.map(({ providerMessageId }) => providerMessageId))
  return listed.filter(({ providerMessageId }) => missing.has(providerMessageId))
}

/** Receives the message, or leaves a hopeless one to a person. False when the next run has to look for it again. */
async function receiveOrLeave(
  deps: ReceiveMissedDeps,
  log: InboundLog,
  entry: ListedInbound,
  started: Date,
): Promise<boolean> {
  const { providerMessageId, receivedAt } = entry
  try {
    await receiveMessage(deps, await withFiles(log, entry))
    return true
  } catch (error) {
    deps.log.error('a missed inbound message could not be received', { providerMessageId, error })
    const isHopeless = started.getTime() - receivedAt.getTime() > endurance
    return isHopeless && leaveToPerson(deps, log, entry)
  }
}

async function withFiles(
  log: InboundLog,
  { attachmentCount, ...message }: ListedInbound,
): Promise<ReceivedMessage> {
  const media = attachmentCount > 0 ? await log.attachmentsOf(message.providerMessageId) : []
  const mediaTypes = media.map(({ type }) => type ?? 'application/octet-stream')
  return {
    ...message,
    attachments: media.map(({ url }) => url),
    ...(media.length > 0 && { metadata: { mediaTypes } }),
  }
}

/** In triage, without its files where they cannot be had; else as an item. False when not even that worked. */
async function leaveToPerson(
  deps: ReceiveMissedDeps,
  log: InboundLog,
  entry: ListedInbound,
): Promise<boolean> {
  const { providerMessageId } = entry
  try {
    const whole = withFiles(log, entry).catch(() => withFiles(log, { ...entry, attachmentCount: 0 }))
    await keepUnstored(deps, await whole)
  } catch (error) {
    deps.log.error('a missed inbound message could not be kept', { providerMessageId, error })
    const isOpened = await openItemOnce(deps, itemOf(entry, deps.clock.now())).then(
      () => true,
      () => false,
    )
    if (!isOpened) return false
  }
  deps.log.error('a missed inbound message was left to a person', { providerMessageId })
  return true
}

const itemOf = ({ providerMessageId, channel, receivedAt }: ListedInbound, createdAt: Date) => ({
  id: `inbound-not-stored_${providerMessageId}`,
  kind: 'inbound-not-stored',
  detail: 'A message from a guest could be stored neither in a thread nor in triage.',
  nextAction: 'Read it at the messaging provider under its id, and answer the guest from there.',
  about: { providerMessageId, channel, receivedAt },
  createdAt,
})
