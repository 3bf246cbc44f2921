import { Text } from '@mantine/core'
import { IconAlertTriangle, IconMailPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { titleOf } from '../inbox/thread-title.ts'
import { rowQuery } from '../inbox/use-thread.ts'
import { useEntries } from '../outbox/use-outbox.tsx'
import { threadPath } from '../paths.ts'
import { isKeeping, onKept } from '../storage.ts'
import classes from './outbox-banner.module.css'

/** What has not got through, with the way to it from every page. Always there, so that its words are announced. */
export function OutboxBanner() {
  const entries = useEntries()
  const keeps = useSyncExternalStore(onKept, isKeeping)
  const refused = entries.filter(entry => entry.refused)
  const waiting = entries.filter(entry => !entry.refused && entry.attempts > 0)
  return (
    <div role="status">
      {!keeps && (
        <div className={classes.banner}>
          <IconAlertTriangle size={18} aria-hidden />
          <Text size="sm">{t('outbox.notKept')}</Text>
        </div>
      )}
      {refused.length > 0 && (
        <div className={classes.banner}>
          <IconAlertTriangle size={18} aria-hidden />
          <Text size="sm">{t('outbox.refusedCount', { count: refused.length })}</Text>
          <Threads ids={refused.map(({ threadId }) => threadId)} />
        </div>
      )}
      {waiting.length > 0 && (
        <div className={classes.banner}>
          <IconMailPause size={18} aria-hidden />
          <Text size="sm">{t('outbox.waitingCount', { count: waiting.length })}</Text>
          <Threads ids={waiting.map(({ threadId }) => threadId)} />
        </div>
      )}
    </div>
  )
}

const Threads = ({ ids }: { ids: string[] }) =>
  [...new Set(ids)].map(threadId => <ThreadLink key={threadId} threadId={threadId} />)

function ThreadLink({ threadId }: { threadId: string }) {
  const { data } = useQuery({
    ...rowQuery(threadId),
    select: thread => thread.reachability.guest?.name ?? null,
  })
  return (
    <Link to={threadPath(threadId)} className={classes.link}>
      {titleOf(threadId, data ?? null)}
    </Link>
  )
}
