import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '../i18n/triage.ts'
import { Group, SegmentedControl, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import { usePages, useRows } from '../api/pages.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { useNextFocus } from '../ui/next-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { useAddress } from '../ui/use-address.ts'
import { ListedEntry } from './listed-entry.tsx'
import type { TriagePage as Page, TriageEntry } from './triage.ts'
import { orders, statuses } from './triage.ts'

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))
const ReplyDialog = lazy(async () => ({ default: (await import('./reply-dialog.tsx')).ReplyDialog }))

/** Messages that came in and have no clear home; staff give each its thread, or put it aside. */
export function TriagePage() {
  const { params, set } = useAddress()
  const [opened, setOpened] = useState<{ Dialog: typeof ReplyDialog; entry: TriageEntry }>()
  const status = statuses.find(one => one === params.get('status')) ?? 'open'
  const order = orders.find(one => one === params.get('order')) ?? 'oldest'
  const triage = usePages<Page>('triage', '/chat/triage', { status, order })
  const entries = useRows(triage.data, 'entries')
  const { list, leaving } = useNextFocus<HTMLDivElement>(entries)
  return (
    <ListPage
      title={t('triage.title')}
      what={t('triage.what')}
      failed={t('triage.failed')}
      list={triage}
      filters={
        <Group mb="md" gap="sm">
          <SegmentedControl
            aria-label={t('triage.which')}
            value={status}
            onChange={value => set('status', value)}
            data={statuses.map(value => ({ value, label: t(`triage.statuses.${value}`) }))}
          />
          <SegmentedControl
            aria-label={t('triage.order')}
            value={order}
            onChange={value => set('order', value)}
            data={orders.map(value => ({ value, label: t(`triage.orders.${value}`) }))}
          />
        </Group>
      }
    >
      {entries.length === 0 && !triage.hasNextPage && (
        <Notice icon={<IconCircleCheck size={40} aria-hidden />} title={t(`triage.empty.${status}`)} />
      )}
      <Stack
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label={t('triage.title')}
        gap="sm"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {entries.map(entry => (
          <ListedEntry
            key={entry.id}
            entry={entry}
            status={status}
            onReply={() => setOpened({ Dialog: ReplyDialog, entry })}
            onAssign={() => setOpened({ Dialog: AssignDialog, entry })}
            onLeaving={() => leaving(entry.id)}
          />
        ))}
      </Stack>
      {opened && (
        <LazyPart>
          <opened.Dialog entry={opened.entry} onClose={() => setOpened(undefined)} />
        </LazyPart>
      )}
    </ListPage>
  )
}
