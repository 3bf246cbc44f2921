import { Stack, Title } from '@mantine/core'
import { t } from 'i18next'
import { useMemo } from 'react'
import { useNextFocus } from '../ui/next-focus.ts'
import { kindName } from './kinds.ts'
import { type Item, ListedItem } from './listed-item.tsx'

interface ItemGroupsProps {
  items: readonly Item[]
  heading?: 2 | 3
}

/** Things to look at, by kind: the kind with the newest comes first. */
export function ItemGroups({ items, heading = 2 }: ItemGroupsProps) {
  const groups = useMemo(() => [...Map.groupBy(items, ({ kind }) => kind)], [items])
  const { list, leaving } = useNextFocus<HTMLDivElement>(groups.flatMap(([, all]) => all))
  return (
    <Stack role="group" gap="lg" ref={list} tabIndex={-1} aria-label={t('items.title')}>
      {groups.map(([kind, all]) => (
        <section key={kind}>
          <Title order={heading} size="h5" mb={4}>
            {kindName(kind)}
          </Title>
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {all.map(item => (
              <ListedItem key={item.id} item={item} onResolved={() => leaving(item.id)} />
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  )
}
