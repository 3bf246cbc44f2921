import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from 'i18next'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { FailureNotice, QueryFailure } from './failure-notice.tsx'
import { Loading } from './loading.tsx'
import { useOnline } from './online.ts'
import { HeadedPage } from './page-frame.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface ListPageProps {
  title: string
  what: string
  /** Said when nothing of it can be read. */
  failed: string
  list: UseInfiniteQueryResult
  filters?: ReactNode
  loading?: ReactNode
  children: ReactNode
}

/** A page that shows a list of the API, a page of it after the other. */
export function ListPage(props: ListPageProps) {
  const { title, what, failed, list, filters, loading = <Loading />, children } = props
  const { data, error, isPending, isError, isFetchNextPageError } = list
  const isOnline = useOnline()
  return (
    <HeadedPage title={title} what={what}>
      {filters}
      {isPending && (isOnline ? loading : <Loading />)}
      {isError && data === undefined && <QueryFailure title={failed} query={list} />}
      {data !== undefined && (
        <>
          <StaleNotice query={{ ...list, isError: isError && !isFetchNextPageError }} />
          {children}
          {isFetchNextPageError && <FailureNotice title={t('app.moreFailed')} error={error} />}
          {list.hasNextPage && (
            <BusyButton
              mt="md"
              variant="default"
              isBusy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('app.more')}
            </BusyButton>
          )}
        </>
      )}
    </HeadedPage>
  )
}
