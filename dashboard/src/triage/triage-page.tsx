import { Badge, Button, Card, Container, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/client.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Time } from '../ui/time.tsx'
import type { TriagePage as Page, TriageEntry } from './triage.ts'

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))

const refetchMs = 30_000

/** Messages that came in and have no clear home; staff give each its thread. */
export function TriagePage() {
  const { t } = useTranslation()
  usePageTitle(t('app.triage'))
  const [assigning, setAssigning] = useState<TriageEntry>()
  const triage = useInfiniteQuery({
    queryKey: ['triage'],
    queryFn: ({ pageParam, signal }) =>
      call<Page>({
        path: `/chat/triage${pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''}`,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    refetchInterval: refetchMs,
  })
  const entries = triage.data?.pages.flatMap(page => page.entries) ?? []
  return (
    <Container size="md" py="md">
      <Title order={1} size="h3">
        {t('triage.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('triage.what')}
      </Text>
      {triage.isPending && <Loader aria-label={t('app.loading')} role="status" />}
      {triage.isError && (
        <FailureNotice
          title={t('triage.failed')}
          error={triage.error}
          onRetry={() => void triage.refetch()}
        />
      )}
      {triage.isSuccess && entries.length === 0 && (
        <Notice icon={<IconCircleCheck size={40} aria-hidden />} title={t('triage.empty')} />
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} onAssign={() => setAssigning(entry)} />
        ))}
      </Stack>
      {triage.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={triage.isFetchingNextPage}
          onClick={() => void triage.fetchNextPage()}
        >
          {t('triage.more')}
        </Button>
      )}
      {assigning && (
        <LazyPart>
          <AssignDialog entry={assigning} onClose={() => setAssigning(undefined)} />
        </LazyPart>
      )}
    </Container>
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
