import { Text, Title } from '@mantine/core'
import { t } from 'i18next'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { FailureNotice, Unreadable } from './failure-notice.tsx'
import { Loading } from './loading.tsx'
import { useOnline } from './online.ts'
import { PageFrame } from './page-frame.tsx'
import { usePageTitle } from './page-title.ts'
import { StaleNotice } from './stale-notice.tsx'

interface Pages {
  isPending: boolean
  isError: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  error: unknown
  data: unknown
  dataUpdatedAt: number
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface ListPageProps {
  title: string
  what: string
  /** Said when nothing of it can be read. */
  failed: string
  list: Pages
  filters?: ReactNode
  loading?: ReactNode
  children: ReactNode
}

/** A page that shows a list of the API, a page of it after the other. */
export function ListPage(props: ListPageProps) {
  const { title, what, failed, list, filters, loading = <Loading />, children } = props
  const { data, error, isPending, isError, isFetchNextPageError } = list
  const isOnline = useOnline()
  usePageTitle(title)
  return (
    <PageFrame>
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {what}
      </Text>
      {filters}
      {isPending && (isOnline ? loading : <Loading />)}
      {isError && data === undefined && <Unreadable title={failed} query={list} />}
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
    </PageFrame>
  )
}
