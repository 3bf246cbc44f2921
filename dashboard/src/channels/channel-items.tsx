import '../i18n/items.ts'
import { Anchor } from '@mantine/core'
import { t } from 'i18next'
import { Link } from 'react-router'
import { ItemGroups } from '../items/item-groups.tsx'
import type { Item } from '../items/listed-item.tsx'
import { itemsOfPath } from '../paths.ts'
import { ListSection } from './list-section.tsx'
import type { useOpenItems } from './use-open-items.ts'

interface ChannelItemsProps {
  propertyId: string
  /** Of the property. */
  list: ReturnType<typeof useOpenItems>['list']
  items: readonly Item[]
}

export function ChannelItems({ propertyId, list, items }: ChannelItemsProps) {
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
      <ItemGroups items={items} heading={3} />
    </ListSection>
  )
}
