import '../i18n/items.ts'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Item, ListedItem } from '../items/listed-item.tsx'
import { itemsOfPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Loading } from '../ui/loading.tsx'
import { useNextFocus } from '../ui/next-focus.ts'
import { StaleNotice } from '../ui/stale-notice.tsx'
import type { useOpenItems } from './use-open-items.ts'

interface ChannelItemsProps {
  propertyId: string
  /** Of the property. */
  list: ReturnType<typeof useOpenItems>['list']
  items: readonly Item[]
}

/** What a person has to look at because of a channel. */
export function ChannelItems({ propertyId, list, items }: ChannelItemsProps) {
  const { t } = useTranslation()
  const title = useId()
  const { list: entries, leaving } = useNextFocus<HTMLDivElement>(items.map(({ id }) => id))
  return (
    <Stack component="section" gap="sm" aria-labelledby={title}>
      <div>
        <Title order={2} size="h4" id={title}>
          {t('items.title')}
        </Title>
        <StaleNotice query={list} />
      </div>
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <FailureNotice title={t('items.failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && items.length === 0 && !list.hasNextPage && <Text size="sm">{t('items.empty.open')}</Text>}
      <Stack role={items.length > 0 ? 'list' : undefined} gap="sm" ref={entries} tabIndex={-1}>
        {items.map(item => (
          <ListedItem key={item.id} item={item} heading={3} onResolved={() => leaving(item.id)} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <BusyButton
          variant="default"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('app.more')}
        </BusyButton>
      )}
      <Anchor component={Link} size="sm" to={itemsOfPath(propertyId)}>
        {t('channels.allItems')}
      </Anchor>
    </Stack>
  )
}
