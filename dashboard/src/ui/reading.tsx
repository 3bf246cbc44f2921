import type { MantineStyleProps } from '@mantine/core'
import { type Retryable, Unreadable } from './failure-notice.tsx'
import { Loading } from './loading.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface ReadingProps extends MantineStyleProps {
  query: Retryable & { isPending: boolean; isError: boolean; data: unknown; dataUpdatedAt: number }
  /** Said when nothing of it can be read. */
  failed: string
}

/** In place of what is not read yet, or cannot be. */
export function Unread({ query, failed, ...loading }: ReadingProps) {
  if (query.isPending) return <Loading {...loading} />
  return query.isError && query.data === undefined && <Unreadable query={query} title={failed} />
}

/** How it stands with reading something, also when what is shown is not the newest. */
export function Reading(props: ReadingProps) {
  return (
    <>
      <Unread {...props} />
      <StaleNotice query={props.query} />
    </>
  )
}
