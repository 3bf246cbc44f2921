import '../i18n/connecting.ts'
import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { usePages } from '../api/pages.ts'
import { requestOfQuery } from '../connection/api.ts'
import { ListPage } from '../ui/list-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { type ItemPage, ListedItem } from './listed-item.tsx'

const statuses = ['open', 'resolved'] as const

/** What a person has to look at, and what to do about it. */
export function ItemsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const status = statuses.find(one => one === params.get('status')) ?? 'open'
  const propertyId = params.get('propertyId') ?? undefined
  const list = usePages<ItemPage>('items', '/api/items', { status, propertyId })
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  const entries = useRef<HTMLDivElement>(null)
  const resolved = useRef<{ id: string; at: number }>(undefined)
  // The entry that had the focus is gone: the one in its place has it now, or the list.
  useEffect(() => {
    const gone = resolved.current
    if (!gone || list.data?.pages.some(({ items }) => items.some(({ id }) => id === gone.id))) return
    resolved.current = undefined
    const buttons = entries.current?.querySelectorAll<HTMLElement>('[role="listitem"] button') ?? []
    ;(buttons[Math.min(gone.at, buttons.length - 1)] ?? entries.current)?.focus()
  }, [list.data])
  const set = (name: string, value: string | undefined) =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
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
            onChange={value => set('status', value === 'open' ? undefined : value)}
            data={statuses.map(value => ({ value, label: t(`items.${value}`) }))}
          />
          {propertyId && <OnlyOf propertyId={propertyId} onRemove={() => set('propertyId', undefined)} />}
        </Group>
      }
    >
      {items.length === 0 && !list.hasNextPage && (
        <Notice icon={<IconCircleCheck size={40} aria-hidden />} title={t(`items.empty.${status}`)} />
      )}
      <Stack role="list" gap="sm" ref={entries} tabIndex={-1} aria-label={t('items.title')}>
        {items.map((item, at) => (
          <ListedItem
            key={item.id}
            item={item}
            onResolved={() => {
              resolved.current = { id: item.id, at }
            }}
          />
        ))}
      </Stack>
    </ListPage>
  )
}

/** That the list is about one property alone, and the way to all. */
function OnlyOf({ propertyId, onRemove }: { propertyId: string; onRemove: () => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(requestOfQuery(propertyId))
  const name = data?.propertyName ?? propertyId
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('items.removeFilter', { name })}
      rightSection={<IconX size={14} aria-hidden />}
      onClick={onRemove}
    >
      {t('items.onlyOf', { name })}
    </Button>
  )
}
