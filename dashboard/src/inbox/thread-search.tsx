import '../i18n/many-threads.ts'
import {
  type DeskViewName,
  deskViews,
  isNarrowed,
  type ListView,
} from '@functions/lib/chat/desk/list-address.ts'
import { CloseButton, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Configure,
  InstantSearch,
  useInfiniteHits,
  useInstantSearch,
  useSearchBox,
} from 'react-instantsearch-core'
import { useSearchParams } from 'react-router'
import { useUser } from '../session/session.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { DeskThreads } from './desk-threads.tsx'
import { FilterRow } from './filter-row.tsx'
import { isAddress, lacksCountry, useFinds } from './finds.ts'
import { FoundByServer } from './found-by-server.tsx'
import { type FoundRecord, foundPages } from './found-pages.ts'
import { useDesksOf, useLiveThreads } from './live-threads.ts'
import { searchClient } from './search-client.ts'
import { SelectionProvider, useSelection } from './selection.tsx'
import { threadEntries, type View } from './thread-entries.ts'
import classes from './thread-list.module.css'
import { ThreadRows } from './thread-rows.tsx'
import { ThreadSkeletons } from './thread-skeletons.tsx'
import { useListAddress } from './use-list-address.ts'
import { useRenewing } from './use-renewing.ts'
import { ViewChoice } from './view-choice.tsx'
import { WritersWatch } from './writers-watch.tsx'

const pageSize = 50

interface ThreadSearchProps {
  indexName: string
  openId: string | undefined
}

/** The views and what is searched for, over the index that the signed-in user may search. */
export function ThreadSearch({ indexName, openId }: ThreadSearchProps) {
  const [params] = useSearchParams()
  const { query: listed } = useListAddress()
  return (
    <InstantSearch
      searchClient={searchClient}
      indexName={indexName}
      initialUiState={{ [indexName]: { query: params.get('q') ?? '' } }}
      future={{ preserveSharedStateOnUnmount: true }}
    >
      <SelectionProvider of={listed}>
        <Threads indexName={indexName} openId={openId} />
      </SelectionProvider>
    </InstantSearch>
  )
}

const isOfDesk = (view: ListView): view is DeskViewName => deskViews.some(name => name === view)

const filterOf = (view: View, uid: string): string => {
  const quoted = `"${uid.replace(/[\\"]/g, '\\$&')}"`
  return { recent: '', unread: `needsAttention:${quoted}`, important: `important:${quoted}` }[view]
}

function Threads({ indexName, openId }: ThreadSearchProps) {
  const { t } = useTranslation()
  const { uid } = useUser()
  const { view, filter, query } = useListAddress()
  // The index knows nothing of the desk: what is searched for there is searched for everywhere.
  // A search that fails does not matter to a list from Firestore.
  const { indexUiState } = useInstantSearch({ catchError: true })
  const search = indexUiState.query ?? ''
  const isSearch = search.trim() !== ''
  const finds = useFinds(search)
  const indexView = isOfDesk(view) ? 'recent' : view
  const isFiltered = isNarrowed(filter)
  return (
    <>
      <Configure hitsPerPage={pageSize} filters={filterOf(indexView, uid)} />
      <div className={classes.head}>
        <Title order={2} className={classes.title}>
          {t('inbox.threads')}
        </Title>
        <SearchBox />
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
      <FoundByServer finds={finds} />
      {(isOfDesk(view) || isFiltered) && !isSearch ? (
        <DeskThreads key={query} view={view} filter={filter} openId={openId} />
      ) : (
        <Found
          view={indexView}
          indexName={indexName}
          openId={openId}
          isElsewhere={finds.data !== undefined && finds.data.threads.length + finds.data.stays.length > 0}
        />
      )}
    </>
  )
}

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

/** What can be done with those that are chosen. */
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

function SearchBox() {
  const { t } = useTranslation()
  const { query, refine } = useSearchBox()
  const [params, setParams] = useSearchParams()
  const typed = useDeferredValue(query)
  // Addresses of pages are kept and logged.
  const deferred = isAddress(typed) ? '' : typed
  const isToldAlready = (params.get('q') ?? '') === deferred
  useEffect(() => {
    if (!isToldAlready) setParams(now => changed(now, 'q', deferred), { replace: true })
  }, [deferred, isToldAlready, setParams])
  return (
    <TextInput
      type="search"
      size="sm"
      value={query}
      onChange={event => refine(event.currentTarget.value)}
      placeholder={t('inbox.search')}
      aria-label={t('inbox.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        query && <CloseButton size="sm" aria-label={t('inbox.clearSearch')} onClick={() => refine('')} />
      }
    />
  )
}

interface FoundProps extends ThreadSearchProps {
  view: View
  /** The server found something that the index did not. */
  isElsewhere: boolean
}

function Found({ view, indexName, openId, isElsewhere }: FoundProps) {
  const { t } = useTranslation()
  const { uid } = useUser()
  const [pages] = useState(foundPages)
  const { items, showMore, isLastPage, results } = useInfiniteHits<FoundRecord>({ cache: pages })
  const { status, error, refresh, indexUiState } = useInstantSearch({ catchError: true })
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // Where it does not work the search that follows says so; on another page there is none by then.
  const renew = useCallback(() => {
    const again = () => isShown.current && refresh()
    void pages.renew(indexName).then(again, again)
  }, [pages, indexName, refresh])
  useRenewing(renew)
  const live = useLiveThreads(renew)
  useDesksOf(items)
  const query = indexUiState.query ?? ''
  const entries = useMemo(
    () => threadEntries({ uid, view, query, found: items, isWhole: isLastPage, live }),
    [uid, view, query, items, isLastPage, live],
  )
  // Before the first answer the results are made up.
  const hasAnswer = results && !(results as { __isArtificial?: boolean }).__isArtificial
  // The first rows are drawn in pieces, so that the browser answers meanwhile.
  const mayShow = useDeferredValue(hasAnswer)
  const isFailed = status === 'error'
  const mayAsk = hasAnswer && !isLastPage && status === 'idle'
  // All loaded results may have left this view while later pages still have some.
  const isStillLooking = entries.length === 0 && !isLastPage
  useEffect(() => {
    if (isStillLooking && mayAsk) showMore()
  }, [isStillLooking, mayAsk, showMore])
  const failure = isFailed && <FailureNotice title={t('inbox.failed')} error={error} onRetry={renew} />
  if (isFailed && (!hasAnswer || entries.length === 0)) return failure
  if (!hasAnswer || !mayShow || isStillLooking) return <ThreadSkeletons />
  const isSearch = query.trim() !== ''
  if (entries.length === 0 && status === 'idle') {
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
  const count = Math.max(results.nbHits, entries.length)
  return (
    <>
      {failure}
      <Text c="dimmed" size="xs" px="sm" pb={4} role="status">
        {t('inbox.count', { count: isLastPage ? entries.length : count })}
      </Text>
      <ThreadRows
        entries={entries}
        openId={openId}
        onEnd={() => {
          if (mayAsk) showMore()
        }}
      />
    </>
  )
}
