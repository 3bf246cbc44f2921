import { systemActorId } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { changeItem, type ItemWriter, openItemsOnce } from '../../items/change-item.ts'
import type { ItemChange, NewItem } from '../../items/item.ts'
import {
  type InboundLog,
  isReadable,
  type ListedEntry,
  type ListedInbound,
  type UnreadableInbound,
} from './inbound-log.ts'
import { keepUnstored, type ReceiveMessageDeps, receiveMessage } from './receive-message.ts'
import type { ReceivedMessage } from './received-message.ts'

export type QuarantineDeps = ReceiveMessageDeps

const minute = 60_000
/** Milliseconds until a person takes over. */
const endurance = 6 * 60 * minute
/** Milliseconds between tries. */
const [leastPause, mostPause] = [minute, 15 * minute]

/** Older messages wait longer; undefined: a person takes over. */
export function nextTry({ receivedAt }: ListedInbound, now: Date): Date | undefined {
  const age = now.getTime() - receivedAt.getTime()
  if (age > endurance) return undefined
  return new Date(now.getTime() + Math.min(mostPause, Math.max(leastPause, age / 4)))
}

export const receiveListed = async (
  deps: ReceiveMessageDeps,
  log: InboundLog,
  entry: ListedInbound,
): Promise<void> => receiveMessage(deps, await withFiles(log, entry))

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

/** Leaves out unreadable files. False if triage fails too. */
export async function storeInTriage(
  deps: QuarantineDeps,
  log: InboundLog,
  entry: ListedInbound,
): Promise<boolean> {
  const { providerMessageId } = entry
  try {
    const whole = withFiles(log, entry).catch(() => withFiles(log, { ...entry, attachmentCount: 0 }))
    await keepUnstored(deps, await whole)
    deps.log.error('a missed inbound message was left to a person', { providerMessageId })
    return true
  } catch (error) {
    deps.log.error('a missed inbound message could not be kept', { providerMessageId, error })
    return false
  }
}

/** An item for each lets later messages pass. Throws if none can be written. */
export const quarantine = (deps: QuarantineDeps, entries: readonly ListedEntry[]): Promise<void> =>
  openItemsOnce(
    deps,
    entries.map(entry => itemOf(entry, deps.clock.now())),
  )

export const itemIdOf = (entry: ListedEntry): string =>
  `inbound-${isReadable(entry) ? 'not-stored' : 'unreadable'}_${entry.providerMessageId}`

function itemOf(entry: ListedEntry, now: Date): NewItem {
  const { providerMessageId, channel, receivedAt } = entry
  const about = { providerMessageId, channel, ...(receivedAt && { receivedAt }) }
  const words = isReadable(entry) ? wordsOf(nextTry(entry, now)) : unreadableWords(entry)
  return { id: itemIdOf(entry), ...words, about, createdAt: now }
}

const answerThere = 'Read it at the messaging provider under its id, and answer the guest from there.'

const wordsOf = (dueAt: Date | undefined) => ({
  kind: 'inbound-not-stored',
  ...(dueAt
    ? {
        detail: 'A message from a guest could not be stored.',
        nextAction: `It is tried again by itself, and goes to triage after six hours. If it cannot wait: ${answerThere}`,
        dueAt,
      }
    : {
        detail: 'A message from a guest could be stored neither in a thread nor in triage.',
        nextAction: answerThere,
      }),
})

const unreadableWords = ({ odd }: UnreadableInbound) => ({
  kind: 'inbound-unreadable',
  detail: `The messaging provider lists a message from a guest so that it cannot be read (${odd.join(', ')}).`,
  nextAction: `${answerThere} Tell engineering which field it is.`,
})

/** A resolved item does not end the tries. Throws ProviderError. */
export async function receiveLate(deps: QuarantineDeps & Needs<'inboundLog'>, itemId: string): Promise<void> {
  const providerMessageId = itemId.slice(itemId.indexOf('_') + 1)
  const log = deps.inboundLog
  const entry = await log.one(providerMessageId)
  if (!entry || !isReadable(entry)) return stopTrying(deps, itemId)
  try {
    await receiveListed(deps, log, entry)
  } catch (error) {
    deps.log.error('a missed inbound message could not be received', { providerMessageId, error })
    const isOver = nextTry(entry, deps.clock.now()) === undefined && (await storeInTriage(deps, log, entry))
    if (!isOver) return say(deps, entry)
  }
  await end(deps, itemId)
}

const storedAfterAll = {
  detail: 'A message from a guest was stored after all.',
  nextAction: 'Nothing is to be done.',
}

const end = (deps: ItemWriter, id: string): Promise<void> =>
  changeItem(deps, id, (stored): ItemChange | undefined => {
    const at = deps.clock.now()
    if (!stored) return undefined
    return stored.isOpen
      ? { resolve: id, by: systemActorId, at }
      : { amend: { id, dueAt: null, ...storedAfterAll }, at }
  })

/** A resolved item reopens only for a person's work. */
const say = (deps: ItemWriter, entry: ListedInbound): Promise<void> =>
  changeItem(deps, itemIdOf(entry), stored => {
    const now = deps.clock.now()
    const item = itemOf(entry, now)
    if (!stored) return undefined
    if (!stored.isOpen && item.dueAt === undefined) return { open: item }
    const { id, detail, nextAction, dueAt = null } = item
    return { amend: { id, detail, nextAction, dueAt }, at: now }
  })

const stopTrying = (deps: ItemWriter, id: string): Promise<void> =>
  changeItem(deps, id, stored => {
    const createdAt = deps.clock.now()
    const words = {
      detail: 'A message from a guest could not be stored, and the messaging provider no longer shows it.',
      nextAction: 'Ask the guest what they wrote.',
    }
    if (!stored) return undefined
    if (stored.isOpen) return { amend: { id, ...words, dueAt: null }, at: createdAt }
    return { open: { id, kind: 'inbound-not-stored', ...words, createdAt } }
  })
