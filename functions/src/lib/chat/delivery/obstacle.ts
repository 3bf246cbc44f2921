import type { ChannelName } from '../channel-names.ts'
import type { SendPlan } from '../channels/channel.ts'
import { fileObstacle } from '../channels/channel-files.ts'
import { channels } from '../channels/registry.ts'
import { optedOut } from '../delivery-failures.ts'
import type { Guest, Talk } from '../guest.ts'
import type { DeliveryFailure, StoredMessage } from '../message.ts'

export const planOf = ({ delivery, attachments, files }: StoredMessage, talk?: Talk): SendPlan => ({
  isTemplate: delivery?.template !== undefined,
  attachments,
  files,
  talk,
})

export function obstacle(
  name: ChannelName,
  guest: Guest | undefined,
  plan: SendPlan,
  now: Date,
): DeliveryFailure | undefined {
  const channel = channels[name]
  const { attachments = [], files = [], talk } = plan
  const takes = channel.files.takes?.(talk)
  const withText = takes?.apart ? Math.max(0, files.length - 1) : files.length
  if (!takesAddresses(name, attachments, withText)) return channel.files.refusal
  const to = guest && channel.addressOf(guest, talk)
  if (!guest || to === undefined) return channel.noAddress
  if (guest.optedOut[name]) return optedOut
  return fileObstacle(takes, files, to) ?? channel.obstacle?.(guest, plan, now)
}

/** `others`: our own files. */
export const takesAddresses = (name: ChannelName, attachments: readonly string[], others: number): boolean =>
  attachments.length + others <= channels[name].files.most && attachments.every(isPublicAddress)

/** The provider fetches the file itself. */
const isPublicAddress = (attachment: string): boolean =>
  URL.canParse(attachment) && new URL(attachment).protocol === 'https:'
