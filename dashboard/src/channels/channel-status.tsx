import type { Channel } from '../connection/api.ts'
import { StatusBadge } from '../connection/status-badge.tsx'
import type { Item } from '../items/listed-item.tsx'

interface ChannelStatusProps {
  channel: Channel
  /** Its open ones: they know of a channel that is off or gone at the channel manager. */
  items: readonly Item[]
  /** Whether these are all; before, nobody knows that it is on. */
  isComplete: boolean
}

/** How it stands with a channel and its mapping, as in the portfolio. */
export function ChannelStatus({ channel, items, isComplete }: ChannelStatusProps) {
  const { status, mappingStatus, consentId } = channel
  const isOff = items.some(({ kind }) => kind === 'channel-off' || kind === 'channel-gone')
  if (status !== 'active') return <StatusBadge status={status} />
  return (
    <>
      {(isOff || isComplete) && <StatusBadge status={isOff ? 'inactive' : status} />}
      {!consentId && <StatusBadge status={mappingStatus} />}
    </>
  )
}
