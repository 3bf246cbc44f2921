import '../../i18n/many-threads.ts'
import { isNarrowed } from '@functions/lib/chat/desk/list-address.ts'
import { Button, CloseButton, Group, Text, Title } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { offline } from '../../api/problem.ts'
import { isAddress } from '../../api/search-client.ts'
import { useDesksOf, useLiveThreads } from '../../live/live-threads.ts'
import { useUser } from '../../session/session.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { lacksCountry, useFinds } from '../finds/finds.ts'
import { ServerFinds } from '../finds/server-finds.tsx'
import { FilterRow } from '../views/filter-row.tsx'
import { useListAddress } from '../views/use-list-address.ts'
import { ViewChoice } from '../views/view-choice.tsx'
import { DeskThreads } from './desk-threads.tsx'
import { isOfDesk, searchOf } from './first-threads.ts'
import { SelectionProvider, useSelection } from './selection.tsx'
import { threadEntries, type View } from './thread-entries.ts'
import classes from './thread-list.module.css'
import { ThreadRows } from './thread-rows.tsx'
import { ThreadSkeletons } from './thread-skeletons.tsx'
import { useIndexSearch } from './use-index-search.ts'
import { useRenewing } from './use-renewing.ts'
import { WritersWatch } from './writers-watch.tsx'

interface ThreadSearchProps {
  indexName: string
  openId: string | undefined
}

/** The views and the search, over the index that the signed-in user may search. */
export function ThreadSearch({ indexName, openId }: ThreadSearchProps) {
  const { query: listed } = useListAddress()
  return (
    <SelectionProvider of={listed}>
      <Threads key={useUser().uid} indexName={indexName} openId={openId} />
    </SelectionProvider>
  )
}

function Threads({ indexName, openId }: ThreadSearchProps) {
  const [params] = useSearchParams()
  const { view, filter, query } = useListAddress()
  const [typed, setTyped] = useState(params.get('q') ?? '')
  // The typed text is shown at once, the results in pieces.
  const search = useDeferredValue(typed)
  const isSearch = search.trim() !== ''
  const finds = useFinds(search)
  // The index knows nothing of the desk: a search there is a search everywhere.
  const indexView = isOfDesk(view) ? 'recent' : view
  const isFiltered = isNarrowed(filter)
  return (
    <>
      <div className={classes.head}>
        <Group justify="space-between">
          <Title order={2} className={classes.title}>
            {t('inbox.threads')}
          </Title>
          <NewMessageButton />
        </Group>
        <SearchBox typed={typed} search={search} onType={setTyped} />
        <ViewChoice />
        <FilterRow />
        {isSearch && isFiltered && (
          <Text size="xs" c="dimmed">
            {t('lists.isSearch')}
          </Text>
        )}
      </div>
      <Chosen />
      <WritersWatch />
      <ServerFinds finds={finds} />
      {(isOfDesk(view) || isFiltered) && !isSearch ? (
        <DeskThreads key={query} view={view} filter={filter} openId={openId} />
      ) : (
        <SearchResults
          view={indexView}
          query={search}
          indexName={indexName}
          openId={openId}
          isElsewhere={finds.data !== undefined && finds.data.threads.length + finds.data.stays.length > 0}
        />
      )}
    </>
  )
}

const NewMessage = lazy(async () => ({ default: (await import('../finds/new-message.tsx')).NewMessage }))

function NewMessageButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconMessagePlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('inbox.newMessage')}
      </Button>
      {isOpen && (
        <LazyPart>
          <NewMessage onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

function Chosen() {
  const { ids } = useSelection()
  return (
    ids.size > 0 && (
      <LazyPart>
        <BulkBar />
      </LazyPart>
    )
  )
}

function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

interface SearchBoxProps {
  typed: string
  /** `typed`, a moment later. */
  search: string
  onType: (text: string) => void
}

function SearchBox({ typed, search, onType }: SearchBoxProps) {
  const [params, setParams] = useSearchParams()
  // Addresses of pages are kept and logged.
  const deferred = isAddress(search) ? '' : search
  const isToldAlready = (params.get('q') ?? '') === deferred
  useEffect(() => {
    if (!isToldAlready) setParams(now => changed(now, 'q', deferred), { replace: true })
  }, [deferred, isToldAlready, setParams])
  return (
    <SearchInput
      size="sm"
      value={typed}
      onType={onType}
      placeholder={t('inbox.search')}
      aria-label={t('inbox.search')}
      rightSection={
        typed && <CloseButton size="sm" aria-label={t('inbox.clearSearch')} onClick={() => onType('')} />
      }
    />
  )
}

interface SearchResultsProps extends ThreadSearchProps {
  view: View
  query: string
  /** The server found something that the index did not. */
  isElsewhere: boolean
}

const SearchResults = memo(function SearchResults({
  view,
  query,
  indexName,
  openId,
  isElsewhere,
}: SearchResultsProps) {
  const { uid } = useUser()
  const search = useMemo(() => searchOf({ indexName, query, view, uid }), [indexName, query, view, uid])
  const found = useIndexSearch(search)
  const { data, records, renew, hasNextPage, fetchNextPage, isFetching } = found
  // The results of the last search, until the next come.
  const isBefore = found.isPlaceholderData
  useRenewing(renew)
  // In pieces, too: news of fifty threads come at once.
  const live = useDeferredValue(useLiveThreads(renew))
  useDesksOf(records)
  const entries = useMemo(
    () => threadEntries({ uid, view, query, found: records, isWhole: !hasNextPage && !isBefore, live }),
    [uid, view, query, records, hasNextPage, isBefore, live],
  )
  const isUnknown = !data || isBefore || entries.length === 0
  const error = found.error ?? (found.isPaused && isUnknown ? offline('paused') : null)
  // The first rows are drawn in pieces, so that the browser answers meanwhile.
  const mayShow = useDeferredValue(data !== undefined)
  const mayAsk = hasNextPage && !isFetching && !error
  const showMore = () => {
    if (mayAsk) void fetchNextPage()
  }
  // All loaded results may have left this view while later pages still have some.
  const isStillLooking = entries.length === 0 && (hasNextPage || isBefore)
  useEffect(() => {
    if (isStillLooking && mayAsk) void fetchNextPage()
  }, [isStillLooking, mayAsk, fetchNextPage])
  const failure = error && <FailureNotice title={t('inbox.failed')} error={error} onRetry={found.again} />
  if (error && (isBefore || entries.length === 0)) return failure
  if (!error && (!mayShow || isStillLooking)) return <ThreadSkeletons />
  const isSearch = query.trim() !== ''
  if (entries.length === 0 && !isFetching) {
    return (
      <Text c="dimmed" p="lg" ta="center" role="status">
        {isSearch
          ? t(
              `inbox.empty.${isElsewhere ? 'searchElsewhere' : lacksCountry(query) ? 'searchNumber' : 'search'}`,
              { query },
            )
          : t(`inbox.empty.${view}`)}
      </Text>
    )
  }
  const count = Math.max(data?.pages.at(-1)?.nbHits ?? 0, entries.length)
  return (
    <>
      {failure}
      <Text c="dimmed" size="xs" px="sm" pb={4} role="status">
        {isBefore || !data ? '\u00a0' : t('inbox.count', { count: hasNextPage ? count : entries.length })}
      </Text>
      <ThreadRows entries={entries} openId={openId} onEnd={showMore} />
    </>
  )
})

// In this file's chunk, which is loaded before anybody is known to be signed in.
export { askFirstThreads } from './first-threads.ts'
