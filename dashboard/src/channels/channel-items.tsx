import '../i18n/items.ts'
import { Anchor, Stack } from '@mantine/core'
import { t } from 'i18next'
import { Link } from 'react-router'
import { type Item, ListedItem } from '../items/listed-item.tsx'
import { itemsOfPath } from '../paths.ts'
import { useNextFocus } from '../ui/next-focus.ts'
import { ListSection } from './list-section.tsx'
import type { useOpenItems } from './use-open-items.ts'

interface ChannelItemsProps {
  propertyId: string
  /** Of the property. */
  list: ReturnType<typeof useOpenItems>['list']
  items: readonly Item[]
}

export function ChannelItems({ propertyId, list, items }: ChannelItemsProps) {
  const { list: entries, leaving } = useNextFocus<HTMLDivElement>(items)
  return (
    <ListSection
      title={t('items.title')}
      list={list}
      says={{ failed: t('items.failed'), empty: t('items.empty.open') }}
      isEmpty={items.length === 0}
      foot={
        <Anchor component={Link} size="sm" to={itemsOfPath(propertyId)}>
          {t('channels.allItems')}
        </Anchor>
      }
    >
      <Stack role={items.length > 0 ? 'list' : undefined} gap="sm" ref={entries} tabIndex={-1}>
        {items.map(item => (
          <ListedItem key={item.id} item={item} heading={3} onResolved={() => leaving(item.id)} />
        ))}
      </Stack>
    </ListSection>
  )
}
