import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { readAccess } from './search-access.ts'
import { searchClient } from './search-client.ts'
import { titleOf } from './thread-title.ts'
import { rowQuery } from './use-thread.ts'

const shown = 8

async function findThreads(query: string): Promise<ThreadRecord[]> {
  const { indexName } = await readAccess()
  const { results } = await searchClient.search<ThreadRecord>([
    { indexName, params: { query, hitsPerPage: shown } },
  ])
  const [first] = results
  return first && 'hits' in first ? first.hits : []
}

interface ThreadChoiceProps {
  /** Empty while none is chosen. */
  threadId: string
  onChoose: (threadId: string) => void
  /** What is searched for at first. */
  initial?: string
  /** The thread that is none to choose. */
  except?: string
}

/** Search for a thread, and choose one of those found. */
export function ThreadChoice({ threadId, onChoose, initial = '', except }: ThreadChoiceProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState(initial)
  const found = useQuery({
    queryKey: ['find-threads', query],
    queryFn: () => findThreads(query),
    placeholderData: keepPreviousData,
  })
  const records = found.data?.filter(record => record.threadId !== except)
  return (
    <>
      <TextInput
        type="search"
        label={t('triage.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={event => {
          setQuery(event.currentTarget.value)
          // What is not in view any more is not chosen.
          onChoose('')
        }}
      />
      {found.isError && (
        <FailureNotice title={t('inbox.failed')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {records?.length === 0 && <Text role="status">{t('triage.noResults')}</Text>}
      <Radio.Group value={threadId} onChange={onChoose} label={t('triage.results')}>
        <Stack gap="xs" mt="xs">
          {records?.map(record => (
            <Choice key={record.threadId} record={record} />
          ))}
        </Stack>
      </Radio.Group>
    </>
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
