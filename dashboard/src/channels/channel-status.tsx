import type { Channel } from '../connection/api.ts'
import { StatusBadge } from '../connection/status-badge.tsx'

/** The badges are those of the portfolio. */
export function ChannelStatus({ channel }: { channel: Channel }) {
  const { status, notSelling, mappingStatus } = channel
  if (status !== 'active') return <StatusBadge status={status} />
  return (
    <>
      <StatusBadge status={notSelling ? 'inactive' : status} />
      <StatusBadge status={mappingStatus} />
    </>
  )
}
