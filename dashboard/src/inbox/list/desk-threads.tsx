import '../../i18n/many-threads.ts'
import { isNarrowed, type ListAddress } from '@functions/lib/chat/desk/list-address.ts'
import { isListed } from '@functions/lib/chat/desk/lists.ts'
import { Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { offline } from '../../api/problem.ts'
import { ordered, standsIn } from '../../live/desk.ts'
import { useMarks } from '../../live/live-threads.ts'
import type { LiveThread } from '../../live/thread.ts'
import { type Live, useLive } from '../../live/use-live.ts'
import { useCounted } from '../../live/use-overview.ts'
import { watchList } from '../../live/watch.ts'
import { onUserChange, useUser } from '../../session/session.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useNow } from '../../ui/time.tsx'
import { useListAddress } from '../views/use-list-address.ts'
import { viewName } from '../views/view-choice.tsx'
import { entryOf } from './thread-entries.ts'
import { ThreadRows } from './thread-rows.tsx'
import { ThreadSkeletons } from './thread-skeletons.tsx'

/** Threads that are listened to at first, more with each end of the list that is reached, and at most. */
const step = 50
const most = 500
const dayMs = 86_400_000

interface DeskThreadsProps extends ListAddress {
  openId: string | undefined
}

interface ListState {
  threads: LiveThread[]
  isWhole: boolean
  /** Number of threads asked for. */
  size: number
}

/** A list live from Firestore: in views of the desk, the thread with the longest wait comes first. */
export function DeskThreads({ view, filter, openId }: DeskThreadsProps) {
  const { uid } = useUser()
  const [size, setSize] = useState(step)
  const now = useNow(5_000)
  const { state, isSilent, again } = useList({ view, filter }, { uid, size, now })
  const marks = useMarks()
  const entries = useMemo(() => {
    const all = state?.threads.map(({ record, desk, filed, facts, attention, newest }) => ({
      ...entryOf(uid, record, {
        marks,
        desks: new Map([[record.threadId, { desk, facts, attention, newest, version: record.version }]]),
      }),
      desk,
      filed,
      updatedAt: record.updatedAt,
    }))
    return all && ordered(view, all)
  }, [state, uid, marks, view])
  const shown = useMemo(
    () =>
      entries?.filter(
        entry => standsIn(view, entry, { uid, now }) && isListed(filter, entry.filed, new Date(now)),
      ),
    [entries, view, filter, uid, now],
  )
  const isFiltered = isNarrowed(filter)
  // Behind the first answer that is not late yet there is no other.
  const isPastLate =
    view === 'overdue' && !filter.stay && state && entries?.some(one => !standsIn(view, one, { uid, now }))
  const isAll = state !== undefined && (state.isWhole || isPastLate === true)
  useCounted(view, isAll && !isFiltered ? shown?.length : undefined)
  const wants = state?.size === size && !isAll && size < most && (shown?.length ?? 0) < step
  useEffect(() => {
    // Matching threads may come later.
    if (wants && isFiltered) setSize(Math.min(size * 2, most))
  }, [wants, isFiltered, size])
  const failure = isSilent && (
    <FailureNotice title={t('inbox.failed')} error={offline('silent')} onRetry={again} />
  )
  if (!shown || (wants && isFiltered && shown.length === 0 && !isSilent))
    return failure || <ThreadSkeletons />
  const isCut = isFiltered && !isAll && size === most && (
    <Text c="dimmed" size="xs" px="sm" role="status">
      {t('lists.lookedAt', { count: most })}
    </Text>
  )
  if (shown.length === 0) {
    return (
      <>
        {failure}
        {isFiltered ? (
          <NothingPasses view={view} />
        ) : (
          <Text c="dimmed" p="lg" ta="center" role="status">
            {t(`inbox.empty.${view}`)}
          </Text>
        )}
        {isCut}
      </>
    )
  }
  return (
    <>
      {failure}
      <Text c="dimmed" size="xs" px="sm" pb={4} role="status">
        {isAll ? t('inbox.count', { count: shown.length }) : t('inbox.countFirst', { count: shown.length })}
      </Text>
      {isCut}
      <ThreadRows
        entries={shown}
        openId={openId}
        onEnd={() => {
          if (!isAll && state?.size === size) setSize(Math.min(size + step, most))
        }}
      />
    </>
  )
}

/** Says so, and how to see more. */
function NothingPasses({ view }: Pick<ListAddress, 'view'>) {
  const { goTo } = useListAddress()
  return (
    <Stack p="lg" align="center" gap="sm">
      <Text c="dimmed" ta="center" role="status">
        {t('lists.empty', { view: viewName(view) })}
      </Text>
      <Button variant="default" size="xs" onClick={() => goTo({ view, filter: {} })}>
        {t('lists.clear')}
      </Button>
    </Stack>
  )
}

/** By view and filter, to show when the user comes back offline. */
const lastStates = new Map<string, ListState>()
onUserChange(() => lastStates.clear())

/** The first threads of a list. A shorter answer stays until a longer one comes. */
function useList(
  { view, filter }: ListAddress,
  { uid, size, now }: { uid: string; size: number; now: number },
) {
  const key = JSON.stringify([view, filter])
  const [state, setState] = useState(() => (navigator.onLine ? undefined : lastStates.get(key)))
  const [asks, setAsks] = useState(0)
  const [round, setRound] = useState(0)
  const day = Math.floor(now / dayMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round, and another day, listens anew
  const listen = useCallback<Live['listen']>(
    onSignal => {
      const onThreads = (threads: LiveThread[], isWhole: boolean) => {
        const now = { threads, isWhole, size }
        lastStates.set(key, now)
        setState(now)
        setAsks(0)
      }
      return watchList('list', { address: { view, filter }, userId: uid, size }, { onThreads, onSignal })
    },
    [view, filter, uid, size, round, day, key],
  )
  const ask = useCallback(() => {
    if (navigator.onLine) setAsks(before => before + 1)
  }, [])
  useLive({ listen, ask, isContent: true })
  const again = () => {
    setAsks(0)
    setRound(round + 1)
  }
  // A return to the window asks once, and listens at once.
  return { state, isSilent: asks > (state ? 1 : 0), again }
}
