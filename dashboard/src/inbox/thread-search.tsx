import { CloseButton, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
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
import { type DeskViewName, deskViews } from './desk.ts'
import { DeskThreads } from './desk-threads.tsx'
import { isAddress, useFinds } from './finds.ts'
import { FoundByServer } from './found-by-server.tsx'
import { type FoundRecord, foundPages } from './found-pages.ts'
import { useDesksOf, useLiveThreads } from './live-threads.ts'
import { searchClient } from './search-client.ts'
import { threadEntries, type View } from './thread-entries.ts'
import classes from './thread-list.module.css'
import { ThreadRows } from './thread-rows.tsx'
import { ThreadSkeletons } from './thread-skeletons.tsx'
import { useRenewing } from './use-renewing.ts'
import { isView, ViewChoice, type ViewName } from './view-choice.tsx'

const pageSize = 50

interface ThreadSearchProps {
  indexName: string
  openId: string | undefined
}

/** The views and what is searched for, over the index that the signed-in user may search. */
export function ThreadSearch({ indexName, openId }: ThreadSearchProps) {
  const [params] = useSearchParams()
  return (
    <InstantSearch
      searchClient={searchClient}
      indexName={indexName}
      initialUiState={{ [indexName]: { query: params.get('q') ?? '' } }}
      future={{ preserveSharedStateOnUnmount: true }}
    >
      <Threads indexName={indexName} openId={openId} />
    </InstantSearch>
  )
}

const isOfDesk = (view: ViewName): view is DeskViewName => deskViews.some(name => name === view)

const filterOf = (view: View, uid: string): string => {
  const quoted = `"${uid.replace(/[\\"]/g, '\\$&')}"`
  return { recent: '', unread: `needsAttention:${quoted}`, important: `important:${quoted}` }[view]
}

function Threads({ indexName, openId }: ThreadSearchProps) {
  const { t } = useTranslation()
  const { uid } = useUser()
  const [params, setParams] = useSearchParams()
  const named = params.get('view')
  const view = isView(named) ? named : 'recent'
  const choose = (value: ViewName) =>
    setParams(now => changed(now, 'view', value === 'recent' ? '' : value), { replace: true })
  // The index knows nothing of the desk: what is searched for there is searched for everywhere.
  // A search that fails does not matter to a view of the desk.
  const { indexUiState } = useInstantSearch({ catchError: true })
  const query = indexUiState.query ?? ''
  const finds = useFinds(query)
  const isDesk = isOfDesk(view)
  const indexView = isDesk ? 'recent' : view
  return (
    <>
      <Configure hitsPerPage={pageSize} filters={filterOf(indexView, uid)} />
      <div className={classes.head}>
        <Title order={2} className={classes.title}>
          {t('inbox.threads')}
        </Title>
        <SearchBox />
        <ViewChoice view={view} onChoose={choose} />
      </div>
      <FoundByServer finds={finds} />
      {isDesk && query.trim() === '' ? (
        <DeskThreads key={view} view={view} openId={openId} />
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
  // Where it does not work the search that follows says so.
  const renew = useCallback(
    () => void pages.renew(indexName).then(refresh, refresh),
    [pages, indexName, refresh],
  )
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
  const isFailed = status === 'error'
  const mayAsk = hasAnswer && !isLastPage && status === 'idle'
  // All loaded results may have left this view while later pages still have some.
  const isStillLooking = entries.length === 0 && !isLastPage
  useEffect(() => {
    if (isStillLooking && mayAsk) showMore()
  }, [isStillLooking, mayAsk, showMore])
  const failure = isFailed && <FailureNotice title={t('inbox.failed')} error={error} onRetry={renew} />
  if (isFailed && (!hasAnswer || entries.length === 0)) return failure
  if (!hasAnswer || isStillLooking) return <ThreadSkeletons />
  const isSearch = query.trim() !== ''
  if (entries.length === 0 && status === 'idle') {
    return (
      <Text c="dimmed" p="lg" ta="center" role="status">
        {isSearch
          ? t(isElsewhere ? 'inbox.empty.searchElsewhere' : 'inbox.empty.search', { query })
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
