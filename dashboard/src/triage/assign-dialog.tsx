import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAccess } from '../inbox/search-access.ts'
import { searchClient } from '../inbox/search-client.ts'
import { titleOf } from '../inbox/thread-title.ts'
import { rowQuery } from '../inbox/use-thread.ts'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { TriageEntry } from './triage.ts'
import { useAssign } from './use-triage.ts'

const shown = 8

async function findThreads(query: string): Promise<ThreadRecord[]> {
  const { indexName } = await readAccess()
  const { results } = await searchClient.search<ThreadRecord>([
    { indexName, params: { query, hitsPerPage: shown } },
  ])
  const [first] = results
  return first && 'hits' in first ? first.hits : []
}

/** Which thread a message belongs to. */
export function AssignDialog({ entry, onClose }: { entry: TriageEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [threadId, setThreadId] = useState('')
  const found = useQuery({
    queryKey: ['find-threads', query],
    queryFn: () => findThreads(query),
    placeholderData: keepPreviousData,
  })
  const assign = useAssign(entry.id, onClose)
  return (
    <Dialog title={t('triage.assignTitle', { from: entry.profileName ?? entry.from })} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {t(entry.reason === 'several-landlords' ? 'triage.assignOne' : 'triage.assignWhat')}
        </Text>
        <TextInput
          type="search"
          label={t('triage.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={event => {
            setQuery(event.currentTarget.value)
            // What is not in view any more is not assigned to.
            setThreadId('')
          }}
        />
        {found.isError && (
          <FailureNotice title={t('inbox.failed')} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.data?.length === 0 && <Text role="status">{t('triage.noResults')}</Text>}
        <Radio.Group value={threadId} onChange={setThreadId} label={t('triage.results')}>
          <Stack gap="xs" mt="xs">
            {found.data?.map(record => (
              <Choice key={record.threadId} record={record} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            disabled={threadId === ''}
            loading={assign.isPending}
            onClick={() => assign.mutate(threadId)}
          >
            {t('triage.confirm')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function Choice({ record: { threadId, guestName, lastMessage } }: { record: ThreadRecord }) {
  const { data } = useQuery({
    ...rowQuery(threadId),
    enabled: guestName === null,
    select: thread => thread.reachability.guest?.name ?? null,
  })
  return (
    <Radio
      value={threadId}
      label={titleOf(threadId, guestName ?? data ?? null)}
      description={lastMessage?.body ?? threadId}
    />
  )
}
