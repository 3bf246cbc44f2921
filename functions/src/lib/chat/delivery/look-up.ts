import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import type { ChannelName } from '../channel-names.ts'
import { channelOfType } from '../channel-types.ts'
import type { Channel } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { outcomeLookedUp, outcomeUnknown } from '../delivery-failures.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef } from '../ports.ts'
import { claimedFor, providerIdsAmong, withProviderIds } from '../stored-messages.ts'
import type { Thread } from '../thread.ts'
import { changeDelivery, retriedLater } from './change-delivery.ts'
import {
  afterReport,
  type DeliveryChange,
  type DeliveryContext,
  type ListedMessage,
  withoutClaim,
} from './provider.ts'

type Deps = Needs<'carriers' | 'store'>

/** Answers of the provider, since its list may lag after an outage. */
const answersNeeded = 3
/** Milliseconds after the claim; a send missing from the list was then not made. */
const sureAfter = 5 * 60_000
/** Milliseconds after the claim until a person decides. */
export const giveUpAfter = 15 * 60_000
/** The same limit with too few answers. */
const waitAtMost = 48 * 60 * 60_000
const leastPause = 15_000
const longestPause = 120_000

/** An entry is ours only if its text matches and no other message owns or may claim it. */
export async function lookUp(
  deps: Deps,
  ref: MessageRef,
  context: DeliveryContext,
  channel: ChannelName,
): Promise<Finding | undefined> {
  const { delivery, body, files } = context.message.value
  if (!delivery) return undefined
  const isTextless = files !== undefined
  const finding = await findSend(deps, {
    ref,
    delivery,
    body,
    channel,
    thread: context.thread.value,
    isTextless,
  })
  const now = deps.clock.now()
  const isSame = (message: StoredMessage) =>
    message.delivery?.status === 'unknown' && message.delivery.claimId === delivery.claimId
  await changeDelivery(
    deps,
    ref,
    message => (isSame(message) ? afterFinding(message, finding, now) : undefined),
    { first: context },
  )
  return finding
}

const findSend = (deps: Deps, lost: LostSend): Promise<Finding> =>
  find(deps, lost).catch((error: unknown): Finding => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn('a send could not be looked up', { ...lost.ref, error })
    return 'unanswered'
  })

/** `unclear`: the entries do not decide; `unanswered`: the provider failed. */
export type Finding = ListedMessage | 'absent' | 'unclear' | 'unanswered'

interface LostSend {
  ref: MessageRef
  delivery: Delivery
  body: string
  channel: ChannelName
  thread: Pick<Thread, 'conversations'>
  isTextless: boolean
}

async function find({ store, carriers }: Deps, lost: LostSend): Promise<Finding> {
  const { to, claimedAt, template } = lost.delivery
  if (to === undefined || claimedAt === undefined) return 'unclear'
  const { clockSkew, isSameText } = channels[lost.channel].lookUp
  const since = new Date(claimedAt.getTime() - clockSkew)
  const listed = await carriers[lost.channel].messenger.sentTo(lost.channel, to, since)
  if (listed.length === 0) return 'absent'
  const [idsOfMessages, siblings] = await Promise.all([
    providerIdsAmong(
      store,
      listed.map(entry => entry.providerMessageId),
    ),
    siblingsOf({ store }, lost, to, new Date(claimedAt.getTime() - giveUpAfter)),
  ])
  const replaced = [lost, ...siblings].flatMap(({ delivery }) => delivery?.replacedIds ?? [])
  const otherIds = idsOfMessages.union(new Set(replaced))
  // The provider may alter our text, but not to an empty one.
  const mayBeOurs = ({ providerMessageId, body }: ListedMessage) =>
    !otherIds.has(providerMessageId) && (template !== undefined || lost.isTextless || body !== '')
  const free = listed.filter(mayBeOurs)
  if (free.length === 0) return 'absent'
  if (await isTakenForTheirs({ store }, lost, listed)) return 'unclear'
  // The provider builds a template's text, so any entry may match.
  const [first, ...others] = free.filter(entry => template || isSameText(entry.body, lost.body))
  const isOurs = others.length === 0 && !siblings.some(sibling => isRival(sibling, lost))
  return first && isOurs ? first : 'unclear'
}

/** An inbound copy of the text may be this send. */
async function isTakenForTheirs(
  { store }: Pick<Deps, 'store'>,
  { channel, ref, body }: LostSend,
  listed: readonly ListedMessage[],
): Promise<boolean> {
  const { isByTalk, lookUp: rules }: Channel = channels[channel]
  if (!isByTalk) return false
  const alike = listed.filter(entry => rules.isSameText(entry.body, body))
  const ids = alike.map(({ providerMessageId }) => providerMessageId)
  return (await withProviderIds(store, ref.threadId, ids)).some(({ source }) => source === channel)
}

async function siblingsOf(
  { store }: Pick<Deps, 'store'>,
  { channel, thread }: LostSend,
  to: string,
  since: Date,
): Promise<StoredMessage[]> {
  const row: Channel = channels[channel]
  const names = [to, ...(row.otherNames?.(to, thread) ?? [])]
  return claimedFor(store, names, since)
}

const isRival = (sibling: StoredMessage, { ref, body, delivery }: LostSend): boolean =>
  !(sibling.threadId === ref.threadId && sibling.messageId === ref.messageId) &&
  (delivery.template !== undefined || sibling.body === body) &&
  sibling.externalMessageId === undefined &&
  sibling.delivery?.status !== 'failed'

export function afterFinding(
  message: StoredMessage,
  finding: Finding,
  now: Date,
): DeliveryChange | undefined {
  const { delivery } = message
  const channel = channelOfType(message.type)
  if (!delivery || !channel) return undefined
  if (typeof finding === 'object') return afterReport(message, finding, delivery.claimId)
  const age = now.getTime() - (delivery.claimedAt?.getTime() ?? 0)
  const answers = (delivery.answers ?? 0) + (finding === 'unanswered' ? 0 : 1)
  const isSettled = answers >= answersNeeded
  // Without `callEnded` the call may still be under way.
  const isAbsent = finding === 'absent' && channels[channel].lookUp.provesAbsence && delivery.callEnded
  if (isAbsent && isSettled && age >= sureAfter) {
    const { claimId: _claim, ...unclaimed } = withoutClaim(delivery)
    return { delivery: retriedLater(unclaimed, now) }
  }
  const unknownDelivery = { ...withoutClaim(delivery), status: 'unknown' as const, failure: outcomeUnknown }
  if (age >= (isSettled && finding !== 'unanswered' ? giveUpAfter : waitAtMost))
    return { delivery: unknownDelivery }
  const { callEnded } = delivery
  const waiting = { ...unknownDelivery, failure: outcomeLookedUp, answers }
  const dueAt = new Date(now.getTime() + Math.min(Math.max(age, leastPause), longestPause))
  return { delivery: { ...waiting, dueAt, ...(callEnded !== undefined && { callEnded }) } }
}
