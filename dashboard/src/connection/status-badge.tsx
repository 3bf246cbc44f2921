import { Badge } from '@mantine/core'
import { t } from 'i18next'

const colours: Record<string, string> = {
  pending: 'yellow',
  running: 'blue',
  completed: 'green',
  rejected: 'red',
  active: 'green',
  inactive: 'red',
  disconnecting: 'yellow',
  disconnected: 'gray',
  finalized: 'green',
  initial: 'yellow',
}

const statuses = [
  'pending',
  'running',
  'completed',
  'rejected',
  'active',
  'inactive',
  'disconnecting',
  'disconnected',
  'finalized',
  'initial',
] as const

/** A state in words, with a colour that only repeats it. */
export function StatusBadge({ status }: { status: string }) {
  const name = statuses.find(one => one === status)
  return (
    <Badge variant="dot" miw="max-content" color={colours[status] ?? 'gray'}>
      {name ? t(`status.${name}`) : status}
    </Badge>
  )
}
