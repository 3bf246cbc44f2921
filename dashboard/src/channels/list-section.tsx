import { Stack, Text, Title } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from 'i18next'
import { type ReactNode, useId } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { LoadingOrFailure } from '../ui/query-state.tsx'
import { StaleNotice } from '../ui/stale-notice.tsx'

interface ListSectionProps {
  title: string
  list: UseInfiniteQueryResult
  says: { failed: string; empty: string }
  isEmpty: boolean
  children: ReactNode
  /** A link to more of its kind. */
  foot: ReactNode
}

/** A part of the channel's page with a list that comes in pages. */
export function ListSection({ title, list, says, isEmpty, children, foot }: ListSectionProps) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <StaleNotice query={list} />
      </div>
      <LoadingOrFailure query={list} failed={says.failed} />
      {list.data !== undefined && isEmpty && !list.hasNextPage && <Text size="sm">{says.empty}</Text>}
      {children}
      {list.hasNextPage && (
        <BusyButton
          variant="default"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('app.more')}
        </BusyButton>
      )}
      {foot}
    </Stack>
  )
}
