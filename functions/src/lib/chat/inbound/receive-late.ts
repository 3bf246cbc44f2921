import { systemActorId } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { changeItem, type ItemWriter } from '../../items/change-item.ts'
import type { ItemChange } from '../../items/item.ts'
import { isReadable, type ListedInbound } from './inbound-log.ts'
import { itemIdOf, itemOf, nextTry, type QuarantineDeps, receiveListed, storeInTriage } from './quarantine.ts'

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
