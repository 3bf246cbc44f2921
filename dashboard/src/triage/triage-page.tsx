import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePages } from '../api/pages.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import type { TriagePage as Page, TriageEntry } from './triage.ts'

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))

/** Messages that came in and have no clear home; staff give each its thread. */
export function TriagePage() {
  const { t } = useTranslation()
  const [assigning, setAssigning] = useState<TriageEntry>()
  const triage = usePages<Page>('triage', '/chat/triage')
  const entries = triage.data?.pages.flatMap(page => page.entries) ?? []
  return (
    <ListPage title={t('triage.title')} what={t('triage.what')} failed={t('triage.failed')} list={triage}>
      {entries.length === 0 && !triage.hasNextPage && (
        <Notice icon={<IconCircleCheck size={40} aria-hidden />} title={t('triage.empty')} />
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} onAssign={() => setAssigning(entry)} />
        ))}
      </Stack>
      {assigning && (
        <LazyPart>
          <AssignDialog entry={assigning} onClose={() => setAssigning(undefined)} />
        </LazyPart>
      )}
    </ListPage>
  )
}

function Entry({ entry, onAssign }: { entry: TriageEntry; onAssign: () => void }) {
  const { t } = useTranslation()
  const { from, profileName, channel, reason, body, attachments, receivedAt } = entry
  return (
    <Card component="li" withBorder>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{profileName ? t('triage.from', { name: profileName, from }) : from}</Text>
        <Text size="sm" c="dimmed">
          <Time at={receivedAt} />
        </Text>
      </Group>
      <Group gap="xs" my={6}>
        <Badge variant="default">{t(`triage.channels.${channel}`)}</Badge>
        <Badge variant="default">{t(`triage.reasons.${reason}`)}</Badge>
        {attachments.length > 0 && (
          <Badge variant="default">{t('triage.files', { count: attachments.length })}</Badge>
        )}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
      <Group mt="sm">
        <Button size="xs" onClick={onAssign}>
          {t('triage.assign')}
        </Button>
      </Group>
    </Card>
  )
}
