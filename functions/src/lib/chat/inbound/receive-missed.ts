import type { InboundLog, ListedInbound } from './ports.ts'
import { type ReceiveMessageDeps, receiveMessage } from './receive-message.ts'

export interface ReceiveMissedDeps extends ReceiveMessageDeps {
  inboundLog(): Promise<InboundLog>
}

const minute = 60_000
/** How far back the first run looks. Milliseconds, as all of these. */
const firstRun = 24 * 60 * minute
/** What is read again each time: the provider's list and clock may be behind. */
const overlap = 15 * minute
/** A message younger than this may still be on its way to the webhook, which tells more of it than the list. */
const young = minute
const patience = 5_000
/** No message is begun after this. */
const budget = 4 * minute

/**
 * Receives what the provider has for us and its webhook did not tell. One that fails does not stop the others, and is
 * looked for again by the next run.
 */
export async function receiveMissed(deps: ReceiveMissedDeps): Promise<void> {
  const started = deps.clock.now()
  const reached = (await deps.inbound.checkpoint()) ?? new Date(started.getTime() - firstRun)
  const log = await deps.inboundLog()
  const listed = await log.receivedSince(new Date(reached.getTime() - overlap))
  const missed = await missedOf(deps, listed, started)
  if (missed.length > 0) deps.log.warn('inbound messages were missed', { count: missed.length })
  let readUntil = started
  for (const entry of missed) {
    const isDone = isInTime(deps, started) && (await receive(deps, log, entry))
    if (!isDone && entry.receivedAt < readUntil) readUntil = entry.receivedAt
  }
  await deps.inbound.setCheckpoint(readUntil)
}

const isInTime = ({ clock }: ReceiveMissedDeps, started: Date): boolean =>
  clock.now().getTime() - started.getTime() < budget

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

async function receive(
  deps: ReceiveMissedDeps,
  log: InboundLog,
  { attachmentCount, ...message }: ListedInbound,
): Promise<boolean> {
  const { providerMessageId } = message
  try {
    const media = attachmentCount > 0 ? await log.attachmentsOf(providerMessageId) : []
    const mediaTypes = media.map(({ type }) => type ?? 'application/octet-stream')
    await receiveMessage(deps, {
      ...message,
      attachments: media.map(({ url }) => url),
      ...(media.length > 0 && { metadata: { mediaTypes } }),
    })
    return true
  } catch (error) {
    deps.log.error('a missed inbound message could not be received', { providerMessageId, error })
    return false
  }
}
