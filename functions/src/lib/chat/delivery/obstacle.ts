import type { SendPlan } from '../channels/channel.ts'
import type { ChannelName } from '../channels/names.ts'
import { channels } from '../channels/registry.ts'
import type { Guest, Talk } from '../guest.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'
import { optedOut } from './delivery-failures.ts'

export const planOf = ({ delivery, attachments }: StoredMessage, talk?: Talk): SendPlan => ({
  isTemplate: delivery?.template !== undefined,
  attachments,
  talk,
})

/**
 * Why a guest cannot be written to now, as far as we know without asking the provider; undefined when nothing we know
 * of stands in the way.
 */
export function obstacle(
  name: ChannelName,
  guest: Guest | undefined,
  plan: SendPlan,
  now: Date,
): DeliveryFailure | undefined {
  const channel = channels[name]
  const { attachments = [], talk } = plan
  if (attachments.length > channel.files.most || !attachments.every(isPublicAddress))
    return channel.files.refusal
  if (!guest || channel.addressOf(guest, talk) === undefined) return channel.noAddress
  if (guest.optedOut[name]) return optedOut
  return channel.obstacle?.(guest, plan, now)
}

/** The provider fetches a file itself. */
const isPublicAddress = (attachment: string): boolean =>
  URL.canParse(attachment) && new URL(attachment).protocol === 'https:'
