import type { MantineStyleProps } from '@mantine/core'
import { QueryFailure, type Retryable } from './failure-notice.tsx'
import { Loading } from './loading.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface QueryStateProps extends MantineStyleProps {
  query: Retryable & { isPending: boolean; isError: boolean; data: unknown; dataUpdatedAt: number }
  /** Title of the failure. */
  failed: string
}

/** Until the query has data: a loader, or the failure. */
export function LoadingOrFailure({ query, failed, ...loading }: QueryStateProps) {
  if (query.isPending) return <Loading {...loading} />
  return query.isError && query.data === undefined && <QueryFailure query={query} title={failed} />
}

/** The same, and a notice above data that is not the newest. */
export function QueryState(props: QueryStateProps) {
  return (
    <>
      <LoadingOrFailure {...props} />
      <StaleNotice query={props.query} />
    </>
  )
}
