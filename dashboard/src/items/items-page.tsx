import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '../i18n/connecting.ts'
import '../i18n/items.ts'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { usePages, useRows } from '../api/pages.ts'
import { requestOfQuery } from '../connection/api.ts'
import { useUser } from '../session/session.ts'
import { ListPage } from '../ui/list-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAddress } from '../ui/use-address.ts'
import { ItemGroups } from './item-groups.tsx'
import { kindName } from './kinds.ts'
import type { ItemPage } from './listed-item.tsx'

const statuses = ['open', 'resolved'] as const

export function ItemsPage() {
  const { params, set } = useAddress()
  const status = statuses.find(one => one === params.get('status')) ?? 'open'
  const propertyId = params.get('propertyId') ?? undefined
  const kind = params.get('kind') ?? undefined
  // Support staff are shown failed messages only.
  const isForAll = useUser().role === 'operations'
  const list = usePages<ItemPage>(
    'items',
    isForAll ? '/api/items' : '/chat/failed-sends',
    isForAll ? { status, propertyId, kind } : { status },
  )
  const items = useRows(list.data, 'items')
  return (
    <ListPage
      title={t('items.title')}
      what={t('items.what')}
      failed={t('items.failed')}
      list={list}
      filters={
        <Group mb="md">
          <SegmentedControl
            aria-label={t('items.which')}
            value={status}
            onChange={value => set('status', value === 'open' ? '' : value)}
            data={statuses.map(value => ({ value, label: t(`items.${value}`) }))}
          />
          {propertyId && <OnlyOf propertyId={propertyId} onRemove={() => set('propertyId', '')} />}
          {kind && isForAll && <OnlyKind kind={kind} onRemove={() => set('kind', '')} />}
        </Group>
      }
    >
      {items.length === 0 && !list.hasNextPage && (
        <Notice icon={<IconCircleCheck size={40} aria-hidden />} title={t(`items.empty.${status}`)} />
      )}
      <ItemGroups items={items} />
    </ListPage>
  )
}

function OnlyKind({ kind, onRemove }: { kind: string; onRemove: () => void }) {
  const name = kindName(kind)
  return (
    <Only text={t('items.onlyKind', { name })} says={t('items.removeKind', { name })} onRemove={onRemove} />
  )
}

function OnlyOf({ propertyId, onRemove }: { propertyId: string; onRemove: () => void }) {
  const { data } = useQuery(requestOfQuery(propertyId))
  const name = data?.propertyName ?? propertyId
  return (
    <Only text={t('items.onlyOf', { name })} says={t('items.removeFilter', { name })} onRemove={onRemove} />
  )
}

interface OnlyProps {
  text: string
  /** The text with the effect of a press. */
  says: string
  onRemove: () => void
}

const Only = ({ text, says, onRemove }: OnlyProps) => (
  <Button
    size="xs"
    variant="default"
    aria-label={says}
    rightSection={<IconX size={14} aria-hidden />}
    onClick={onRemove}
  >
    {text}
  </Button>
)
