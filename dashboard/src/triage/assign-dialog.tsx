import type { ThreadRecord } from '@functions/lib/chat/search/thread-record.ts'
import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundStay, useFinds } from '../inbox/finds.ts'
import { useStayText } from '../inbox/found-by-server.tsx'
import { readAccess } from '../inbox/search-access.ts'
import { searchClient } from '../inbox/search-client.ts'
import { titleOf } from '../inbox/thread-title.ts'
import { rowQuery } from '../inbox/use-thread.ts'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { TriageEntry } from './triage.ts'
import { type Home, useAssign } from './use-triage.ts'

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
  const [home, setHome] = useState<Home>()
  const finds = useFinds(query)
  const found = useQuery({
    queryKey: ['find-threads', query],
    queryFn: () => findThreads(query),
    placeholderData: keepPreviousData,
  })
  const assign = useAssign(entry.id, onClose)
  const indexed = new Set(found.data?.map(({ threadId }) => threadId))
  const known = (finds.data?.threads ?? []).filter(({ threadId }) => !indexed.has(threadId)).slice(0, shown)
  const stays = (finds.data?.stays ?? []).slice(0, shown)
  const homes: Home[] = [
    ...[...indexed, ...known.map(({ threadId }) => threadId)].map(threadId => ({ threadId })),
    ...stays.map(({ reservationId }) => ({ reservationId })),
  ]
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
            setHome(undefined)
          }}
        />
        {found.isError && (
          <FailureNotice title={t('inbox.failed')} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {finds.isError && (
          <FailureNotice title={t('finds.failed')} error={finds.error} onRetry={() => void finds.refetch()} />
        )}
        {found.data?.length === 0 && known.length + stays.length === 0 && (
          <Text role="status">{t('triage.noResults')}</Text>
        )}
        <Radio.Group
          value={home ? asValue(home) : ''}
          onChange={value => setHome(homes.find(one => asValue(one) === value))}
          label={t('triage.results')}
        >
          <Stack gap="xs" mt="xs">
            {found.data?.map(record => (
              <Choice key={record.threadId} record={record} />
            ))}
            {known.map(({ threadId, guestName, because, propertyId }) => (
              <Radio
                key={threadId}
                value={asValue({ threadId })}
                label={titleOf(threadId, guestName)}
                description={[t(`finds.because.${because}`), propertyId].filter(Boolean).join(' · ')}
              />
            ))}
            {stays.map(stay => (
              <Opening key={stay.reservationId} stay={stay} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            disabled={home === undefined}
            loading={assign.isPending}
            onClick={() => home && assign.mutate(home)}
          >
            {t('triage.confirm')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** A radio button's value is a text. */
const asValue = (home: Home): string => JSON.stringify(home)

/** A guest without a thread: assigning opens it. */
function Opening({ stay }: { stay: FoundStay }) {
  const { t } = useTranslation()
  const stayText = useStayText()
  const { reservationId, guestName } = stay
  return (
    <Radio
      value={asValue({ reservationId })}
      label={t('triage.newThread', { name: guestName ?? reservationId })}
      description={stayText(stay)}
    />
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
      value={asValue({ threadId })}
      label={titleOf(threadId, guestName ?? data ?? null)}
      description={lastMessage?.body ?? threadId}
    />
  )
}
