import '../../i18n/many-threads.ts'
import { isNarrowed, type ListAddress } from '@functions/lib/chat/desk/list-address.ts'
import { isListed } from '@functions/lib/chat/desk/lists.ts'
import { Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import { offline } from '../../api/problem.ts'
import { standsIn } from '../../live/desk.ts'
import { useCounted } from '../../live/use-overview.ts'
import { useUser } from '../../session/session.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useNow } from '../../ui/time.tsx'
import { useListAddress } from '../views/use-list-address.ts'
import { viewName } from '../views/view-choice.tsx'
import { ThreadRows } from './thread-rows.tsx'
import { ThreadSkeletons } from './thread-skeletons.tsx'
import { useDeskList } from './use-desk-list.ts'

/** Threads that are listened to at first, more with each end of the list that is reached, and at most. */
const step = 50
const most = 500

interface DeskThreadsProps extends ListAddress {
  openId: string | undefined
}

/** A list live from Firestore: in views of the desk, the thread with the longest wait comes first. */
export function DeskThreads({ view, filter, openId }: DeskThreadsProps) {
  const { uid } = useUser()
  const [size, setSize] = useState(step)
  const now = useNow(5_000)
  const { state, entries, isSilent, again } = useDeskList({ view, filter }, { uid, size, now })
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
