import type { MantineStyleProps } from '@mantine/core'
import { QueryFailure, type Retryable } from './failure-notice.tsx'
import { Loading } from './loading.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface QueryStateProps extends MantineStyleProps {
  query: Retryable & { isPending: boolean; isError: boolean; data: unknown; dataUpdatedAt: number }
  /** Said when nothing of it can be read. */
  failed: string
}

/** In place of what is not read yet, or cannot be. */
export function LoadingOrFailure({ query, failed, ...loading }: QueryStateProps) {
  if (query.isPending) return <Loading {...loading} />
  return query.isError && query.data === undefined && <QueryFailure query={query} title={failed} />
}

/** How it stands with reading something, also when what is shown is not the newest. */
export function QueryState(props: QueryStateProps) {
  return (
    <>
      <LoadingOrFailure {...props} />
      <StaleNotice query={props.query} />
    </>
  )
}
