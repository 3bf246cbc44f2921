import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import type { Channel } from '../channels/channel.ts'
import type { ChannelName } from '../channels/names.ts'
import { channelOfType } from '../channels/naming.ts'
import { channels } from '../channels/registry.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import type { MessageRef, Sibling } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { changeDelivery, retriedLater } from './change-delivery.ts'
import { outcomeLookedUp, outcomeUnknown } from './delivery-failures.ts'
import type { DeliveryContext, ListedMessage } from './provider.ts'
import { afterReport, type DeliveryChange, withoutClaim } from './provider.ts'

type Deps = Needs<'carriers' | 'messages'>

/** Look-ups that the provider must have answered: right after an outage its list may still be behind. */
const answersNeeded = 3
/** How long after its claim a send that is missing from the list was surely not made. Milliseconds. */
const sureAfter = 5 * 60_000
/**
 * How long after its claim a send is left to a person, when the provider has answered and cannot tell. Milliseconds.
 */
export const giveUpAfter = 15 * 60_000
/** The same, as long as the provider has not answered often enough. */
const waitAtMost = 48 * 60 * 60_000
const leastPause = 15_000
const longestPause = 120_000

/**
 * Finds out what became of a send of unknown outcome from the provider's list of what it sent to that address. Taken
 * for ours is the one entry with our text that belongs to no other message and that no other message may claim. Answers
 * what it found.
 */
export async function lookUp(
  deps: Deps,
  ref: MessageRef,
  known: DeliveryContext,
  channel: ChannelName,
): Promise<Finding | undefined> {
  const { delivery, body, files } = known.message.value
  if (!delivery) return undefined
  const isTextless = files !== undefined
  const finding = await findSend(deps, {
    ...{ ref, delivery, body, channel, thread: known.thread.value, isTextless },
  })
  const now = deps.clock.now()
  const isSame = (message: StoredMessage) =>
    message.delivery?.status === 'unknown' && message.delivery.claimId === delivery.claimId
  await changeDelivery(
    deps,
    ref,
    message => (isSame(message) ? afterFinding(message, finding, now) : undefined),
    { known },
  )
  return finding
}

const findSend = (deps: Deps, lost: LostSend): Promise<Finding> =>
  find(deps, lost).catch((error: unknown): Finding => {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn('a send could not be looked up', { ...lost.ref, error })
    return 'unanswered'
  })

/** The entry that is ours; or that there is none; or that it cannot be told; or that the provider did not say. */
export type Finding = ListedMessage | 'absent' | 'unclear' | 'unanswered'

interface LostSend {
  ref: MessageRef
  delivery: Delivery
  body: string
  channel: ChannelName
  thread: Pick<Thread, 'conversations'>
  /** It may have gone without a text. */
  isTextless: boolean
}

async function find({ messages, carriers }: Deps, lost: LostSend): Promise<Finding> {
  const { to, claimedAt, template } = lost.delivery
  if (to === undefined || claimedAt === undefined) return 'unclear'
  const { clockSkew, isSameText } = channels[lost.channel].lookUp
  const since = new Date(claimedAt.getTime() - clockSkew)
  const listed = await carriers[lost.channel].messenger.sentTo(lost.channel, to, since)
  if (listed.length === 0) return 'absent'
  const [known, siblings] = await Promise.all([
    messages.knownProviderIds(listed.map(entry => entry.providerMessageId)),
    siblingsOf({ messages }, lost, to, new Date(claimedAt.getTime() - giveUpAfter)),
  ])
  const replaced = [lost, ...siblings].flatMap(({ delivery }) => delivery?.replacedIds ?? [])
  const taken = known.union(new Set(replaced))
  // An unowned entry may be ours with altered text, but a text message never has an empty body.
  const mayBeOurs = ({ providerMessageId, body }: ListedMessage) =>
    !taken.has(providerMessageId) && (template !== undefined || lost.isTextless || body !== '')
  const free = listed.filter(mayBeOurs)
  if (free.length === 0) return 'absent'
  if (await isTakenForTheirs({ messages }, lost, listed)) return 'unclear'
  // A template's text is put together by the provider, so any entry may be it.
  const [first, ...others] = free.filter(entry => template || isSameText(entry.body, lost.body))
  const isOurs = others.length === 0 && !siblings.some(sibling => isRival(sibling, lost))
  return first && isOurs ? first : 'unclear'
}

/** Whether an entry with our text came in as written elsewhere: it, or another one, may be ours. */
async function isTakenForTheirs(
  { messages }: Pick<Deps, 'messages'>,
  { channel, ref, body }: LostSend,
  listed: readonly ListedMessage[],
): Promise<boolean> {
  const { isByTalk, lookUp: rules }: Channel = channels[channel]
  if (!isByTalk) return false
  const alike = listed.filter(entry => rules.isSameText(entry.body, body))
  const ids = alike.map(({ providerMessageId }) => providerMessageId)
  return (await messages.withProviderIds(ref.threadId, ids)).some(({ source }) => source === channel)
}

/** What was claimed since then for that address, by whichever name. */
async function siblingsOf(
  { messages }: Pick<Deps, 'messages'>,
  { channel, thread }: Pick<LostSend, 'channel' | 'thread'>,
  to: string,
  since: Date,
): Promise<Sibling[]> {
  const row: Channel = channels[channel]
  const names = [to, ...(row.otherNames?.(to, thread) ?? [])]
  return (await Promise.all(names.map(name => messages.claimedFor(name, since)))).flat()
}

/** Another message whose send may be the one that the provider shows. */
const isRival = (sibling: Sibling, { ref, body, delivery }: LostSend): boolean =>
  !(sibling.threadId === ref.threadId && sibling.messageId === ref.messageId) &&
  (delivery.template !== undefined || sibling.body === body) &&
  sibling.externalMessageId === undefined &&
  sibling.delivery?.status !== 'failed'

/** What a finding makes of a delivery of unknown outcome. */
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
  // Only who saw the call end knows that none is still on its way.
  const isAbsent = finding === 'absent' && channels[channel].lookUp.provesAbsence && delivery.callEnded
  if (isAbsent && isSettled && age >= sureAfter) {
    const { claimId: _claim, ...unclaimed } = withoutClaim(delivery)
    return { delivery: retriedLater(unclaimed, now) }
  }
  const left = { ...withoutClaim(delivery), status: 'unknown' as const, failure: outcomeUnknown }
  if (age >= (isSettled && finding !== 'unanswered' ? giveUpAfter : waitAtMost)) return { delivery: left }
  const { callEnded } = delivery
  const waiting = { ...left, failure: outcomeLookedUp, answers }
  const dueAt = new Date(now.getTime() + Math.min(Math.max(age, leastPause), longestPause))
  return { delivery: { ...waiting, dueAt, ...(callEnded !== undefined && { callEnded }) } }
}
