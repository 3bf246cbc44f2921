import { addressOf, namesOf } from '../channels/ota-destination.ts'
import { channels } from '../channels/registry.ts'
import { deliveryContext } from '../delivery/change-delivery.ts'
import { giveUpAfter, lookUp } from '../delivery/look-up.ts'
import type { StoredMessage } from '../message.ts'
import { claimedFor } from '../stored-messages.ts'
import type { OtaMessage } from './ports.ts'
import type { Home, ReadDeps } from './reading.ts'

/** Only the look-up decides `ours`, and stores it. */
export async function whoseSend(
  deps: ReadDeps,
  message: OtaMessage,
  { conversation }: Home,
): Promise<'ours' | 'theirs' | 'unclear yet'> {
  const address = addressOf({ conversation })
  const names = [address, ...namesOf(address, [conversation])]
  const since = new Date(message.at.getTime() - giveUpAfter)
  const claimed = await claimedFor(deps.store, names, since)
  for (const sibling of claimed.filter(one => mayBe(one, message))) {
    const { delivery, threadId, messageId } = sibling
    if (delivery?.status === 'sending') return 'unclear yet'
    const ref = { threadId, messageId }
    const context = await deliveryContext(deps, ref)
    const finding = context && (await lookUp(deps, ref, context, 'ota'))
    if (finding === 'unanswered') return 'unclear yet'
    if (typeof finding === 'object' && finding.providerMessageId === message.id) return 'ours'
  }
  return 'theirs'
}

const underWay = new Set<unknown>(['sending', 'unknown'])

function mayBe({ body, delivery, externalMessageId }: StoredMessage, { text, at }: OtaMessage): boolean {
  const { clockSkew, isSameText } = channels.ota.lookUp
  const claimedAt = delivery?.claimedAt?.getTime() ?? Infinity
  return (
    externalMessageId === undefined &&
    underWay.has(delivery?.status) &&
    claimedAt - clockSkew <= at.getTime() &&
    isSameText(text, body)
  )
}
