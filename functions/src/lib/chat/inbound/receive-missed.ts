import * as z from 'zod'
import type { Checkpoints } from '../../checkpoints.ts'
import type { Missed } from '../../health/beats.ts'
import { inParallel } from '../../in-parallel.ts'
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
  missed?: Missed
}

/** Until when the provider's list has been read, and when the run began that read it. */
const time = z.date().optional().catch(undefined)
const catchUp = { name: 'inbound', schema: z.object({ readUntil: time, readAt: time }) }

const minute = 60_000
const dayMs = 24 * 60 * minute
/** How far back the first run looks. Milliseconds, as all of these. */
const firstRun = dayMs
/** How far the provider's list and clock may be behind: what is so young is read again. */
const overlap = 15 * minute
/** A message younger than this may still be on its way to the webhook, which tells more of it than the list. */
const young = minute
const patience = 5_000
/** A message that still cannot be received after this is left to a person. */
const endurance = 6 * 60 * minute
/** The run starts receiving no message after this. */
const runBudgetMs = 4 * minute
/** Messages that are received before the run writes down how far it has come. */
const pageSize = 200
/** Senders whose messages are received at once; those of one sender come one after another. */
const sendersAtOnce = 8

/**
 * Receives what the provider has for us and its webhook did not tell: a day after the other from the oldest on, and page
 * after page, so that however much was missed a later run goes on where this one ended. One that fails does not stop the
 * others, is looked for again by the next run, and after some hours left to a person.
 */
export async function receiveMissed(deps: ReceiveMissedDeps): Promise<void> {
  const started = deps.clock.now()
  const checkpoint = await deps.checkpoints.read(catchUp)
  const { readUntil: reached = new Date(started.getTime() - firstRun), readAt = reached } =
    checkpoint?.value ?? {}
  const run: Run = {
    log: await deps.inboundLog(),
    started,
    since: earliest(reached, new Date(readAt.getTime() - overlap)),
    heldBackAt: undefined,
  }
  let revision = checkpoint?.revision
  for await (const receivedUntil of pages(deps, run)) {
    const readUntil = earliest(run.heldBackAt, receivedUntil)
    // Where another run was faster, what it reached counts: it has held back what it could not receive.
    const ended = await deps.checkpoints.write(catchUp, { readUntil, readAt: started }, revision)
    if (ended === 'unresolved') return
    revision = ended.result
  }
}

interface Run {
  log: InboundLog
  started: Date
  /** What is older has been read. */
  since: Date
  /** When the oldest one came that has to be looked for again. */
  heldBackAt: Date | undefined
}

const earliest = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other)

/** Receives page after page, as long as there is time; each answers until when all has been received or held back. */
async function* pages(deps: ReceiveMissedDeps, run: Run): AsyncGenerator<Date> {
  for (const day of daysUntil(run.since, run.started)) {
    const nextDay = new Date(day.getTime() + dayMs)
    const listed = await run.log.receivedOn(day, run.since)
    const entries = listed.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
    for (let from = 0; from < entries.length; from += pageSize) {
      const page = entries.slice(from, from + pageSize)
      if (!isInTime(deps, run)) return yield page[0]?.receivedAt ?? run.since
      await receivePage(deps, run, page)
      const next = entries[from + pageSize]?.receivedAt ?? nextDay
      if (next < run.started) yield next
    }
  }
  yield run.started
}

/** One time of each day (UTC) from the first to the last. */
function daysUntil(first: Date, last: Date): Date[] {
  const day = 24 * 60 * minute
  const [from, to] = [first, last].map(time => Math.floor(time.getTime() / day))
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, index) => new Date((Number(from) + index) * day),
  )
}

const isInTime = ({ clock }: ReceiveMissedDeps, { started }: Run): boolean =>
  clock.now().getTime() - started.getTime() < runBudgetMs

/** Those of one sender in the order they were written. */
async function receivePage(deps: ReceiveMissedDeps, run: Run, page: readonly ListedInbound[]): Promise<void> {
  const missed = await missedOf(deps, page, run.started)
  const newest = missed.at(-1)
  if (newest) {
    deps.log.warn('inbound messages were missed', { count: missed.length })
    deps.missed?.('inbound-messages', newest.receivedAt)
  }
  const bySender = Map.groupBy(missed, ({ from }) => from)
  await inParallel(sendersAtOnce, [...bySender.values()], async entries => {
    for (const entry of entries) {
      const isDone = isInTime(deps, run) && (await receiveOrLeave(deps, run.log, entry, run.started))
      if (!isDone) run.heldBackAt = earliest(run.heldBackAt, entry.receivedAt)
    }
  })
}

async function missedOf(
  deps: ReceiveMissedDeps,
  listed: readonly ListedInbound[],
  started: Date,
): Promise<ListedInbound[]> {
  const missed = await stillMissing(deps, listed)
  const isYoung = missed.some(({ receivedAt }) => started.getTime() - receivedAt.getTime() < young)
  if (isYoung) await deps.clock.sleep(patience)
  return isYoung ? stillMissing(deps, missed) : missed
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
