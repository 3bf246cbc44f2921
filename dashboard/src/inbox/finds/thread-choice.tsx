import '@mantine/core/styles/Radio.css'
import '../../i18n/many-threads.ts'
import '../../i18n/triage.ts'
import { Radio, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { readAccess } from '../../api/search-access.ts'
import { type IndexRecord, searchThreads } from '../../api/search-client.ts'
import { rowQuery } from '../../live/use-thread.ts'
import { QueryFailure } from '../../ui/failure-notice.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { titleOf } from '../../ui/thread-title.ts'
import { type Home, lacksCountry, type StayMatch, useFinds } from './finds.ts'
import { stayText } from './server-finds.tsx'

const shown = 8

async function findThreads(query: string): Promise<IndexRecord[]> {
  const { indexName } = await readAccess()
  const [first] = await searchThreads({ indexName, query, hitsPerPage: shown }, [0])
  return first?.hits ?? []
}

interface ThreadChoiceProps {
  home: Home | undefined
  onChoose: (home: Home | undefined) => void
  /** Whether stays of guests without a thread can be chosen as well. */
  hasStays?: boolean
  /** The first query. */
  initial?: string
  /** The thread that is none to choose. */
  except?: string
}

/** Search for a thread, and choose one of those found. */
export function ThreadChoice({ home, onChoose, hasStays = false, initial = '', except }: ThreadChoiceProps) {
  const [query, setQuery] = useState(initial)
  const finds = useFinds(query)
  const found = useQuery({
    queryKey: ['find-threads', query],
    queryFn: () => findThreads(query),
    placeholderData: keepPreviousData,
  })
  const records = (found.data ?? []).filter(record => record.threadId !== except)
  const indexed = new Set([except, ...records.map(({ threadId }) => threadId)])
  const serverThreads = (finds.data?.threads ?? [])
    .filter(({ threadId }) => !indexed.has(threadId))
    .slice(0, shown)
  const stays = hasStays ? (finds.data?.stays ?? []).slice(0, shown) : []
  const isNothing = found.data !== undefined && records.length + serverThreads.length + stays.length === 0
  return (
    <>
      <SearchInput
        label={t('triage.search')}
        value={query}
        onType={text => {
          setQuery(text)
          // A thread out of view is not chosen.
          onChoose(undefined)
        }}
      />
      {found.isError && <QueryFailure title={t('inbox.failed')} query={found} />}
      {finds.isError && <QueryFailure title={t('finds.failed')} query={finds} />}
      {isNothing && (
        <Text role="status">{t(lacksCountry(query) ? 'triage.noNumber' : 'triage.noResults')}</Text>
      )}
      <Radio.Group
        value={home ? asValue(home) : ''}
        onChange={value => onChoose(JSON.parse(value) as Home)}
        label={t('triage.results')}
      >
        <Stack gap="xs" mt="xs">
          {records.map(record => (
            <Choice key={record.threadId} record={record} />
          ))}
          {serverThreads.map(({ threadId, guestName, because, propertyId }) => (
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
    </>
  )
}

/** A radio button's value is a text. */
const asValue = (home: Home): string => JSON.stringify(home)

/** A guest without a thread: choosing opens it. */
function Opening({ stay }: { stay: StayMatch }) {
  const { reservationId, guestName } = stay
  return (
    <Radio
      value={asValue({ reservationId })}
      label={t('triage.newThread', { name: guestName ?? reservationId })}
      description={stayText(stay)}
    />
  )
}

function Choice({ record: { threadId, guestName, lastMessage } }: { record: IndexRecord }) {
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
