import { Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { offline } from '../api/problem.ts'
import { type Live, useLive } from '../live/use-live.ts'
import { useUser } from '../session/session.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useNow } from '../ui/time.tsx'
import { type DeskViewName, orderOf, standsIn } from './desk.ts'
import { type LiveThread, useMarks } from './live-threads.ts'
import { entryOf } from './thread-entries.ts'
import { ThreadRows } from './thread-rows.tsx'
import { ThreadSkeletons } from './thread-skeletons.tsx'
import { useCounted } from './use-overview.ts'

/** Threads that are listened to at first, more with each end of the list that is reached, and at most. */
const step = 50
const most = 500

interface DeskThreadsProps {
  view: DeskViewName
  openId: string | undefined
}

interface Told {
  threads: LiveThread[]
  isWhole: boolean
}

/** A view of the desk, live from Firestore: whoever has waited longest comes first. */
export function DeskThreads({ view, openId }: DeskThreadsProps) {
  const { t } = useTranslation()
  const { uid } = useUser()
  const [size, setSize] = useState(step)
  const { told, isSilent, again } = useView(view, uid, size)
  const marks = useMarks()
  const now = useNow(5_000)
  const entries = useMemo(() => {
    const all = told?.threads.map(({ record, desk, attention }) => ({
      ...entryOf(uid, record, {
        marks,
        desks: new Map([[record.threadId, { desk, attention, version: record.version }]]),
      }),
      desk,
      updatedAt: record.updatedAt,
    }))
    return all?.toSorted(orderOf[view])
  }, [told, uid, marks, view])
  const standing = useMemo(() => entries?.filter(entry => standsIn(view, entry, now)), [entries, view, now])
  const isAll = told && standing && (told.isWhole || standing.length < told.threads.length)
  useCounted(view, isAll ? standing.length : undefined)
  const failure = isSilent && (
    <FailureNotice title={t('inbox.failed')} error={offline('silent')} onRetry={again} />
  )
  if (!standing) return failure || <ThreadSkeletons />
  if (standing.length === 0) {
    return (
      <>
        {failure}
        <Text c="dimmed" p="lg" ta="center" role="status">
          {t(`inbox.empty.${view}`)}
        </Text>
      </>
    )
  }
  return (
    <>
      {failure}
      <Text c="dimmed" size="xs" px="sm" pb={4} role="status">
        {isAll
          ? t('inbox.count', { count: standing.length })
          : t('inbox.countFirst', { count: standing.length })}
      </Text>
      <ThreadRows
        entries={standing}
        openId={openId}
        onEnd={() => {
          if (!isAll && standing.length >= size) setSize(Math.min(size + step, most))
        }}
      />
    </>
  )
}

/** The first threads of a view. What was told of fewer stays until more is. */
function useView(view: DeskViewName, uid: string, size: number) {
  const [told, setTold] = useState<Told>()
  const [asks, setAsks] = useState(0)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round listens anew
  const listen = useCallback<Live['listen']>(
    async onHeard => {
      const { watchView } = await import('../live/watch-threads.ts')
      return watchView(view, uid, {
        size,
        onThreads: (threads, isWhole) => {
          setTold({ threads, isWhole })
          setAsks(0)
        },
        onHeard,
      })
    },
    [view, uid, size, round],
  )
  const ask = useCallback(() => setAsks(before => before + 1), [])
  useLive({ listen, ask })
  const again = () => {
    setAsks(0)
    setRound(round + 1)
  }
  // Whoever comes back to the window asks once, and hears at once.
  return { told, isSilent: asks > (told ? 1 : 0), again }
}
