import { Text } from '@mantine/core'
import { IconAlertTriangle, IconMailPause } from '@tabler/icons-react'
import { t } from 'i18next'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useThreadTitle } from '../live/use-thread.ts'
import { useEntries } from '../outbox/use-outbox.tsx'
import { threadPath } from '../paths.ts'
import { isKeeping, onKept } from '../storage.ts'
import classes from './outbox-banner.module.css'

/** The status region is always there, so that its words are announced. */
export function OutboxBanner() {
  const entries = useEntries()
  const keeps = useSyncExternalStore(onKept, isKeeping)
  const refused = entries.filter(entry => entry.refused)
  const waiting = entries.filter(entry => !entry.refused && entry.attempts > 0)
  return (
    <div role="status">
      {!keeps && <Banner Icon={IconAlertTriangle} text={t('outbox.notKept')} />}
      {refused.length > 0 && (
        <Banner
          Icon={IconAlertTriangle}
          text={t('outbox.refusedCount', { count: refused.length })}
          entries={refused}
        />
      )}
      {waiting.length > 0 && (
        <Banner
          Icon={IconMailPause}
          text={t('outbox.waitingCount', { count: waiting.length })}
          entries={waiting}
        />
      )}
    </div>
  )
}

interface BannerProps {
  Icon: typeof IconMailPause
  text: string
  entries?: ReturnType<typeof useEntries>
}

const Banner = ({ Icon, text, entries = [] }: BannerProps) => (
  <div className={classes.banner}>
    <Icon size={18} aria-hidden />
    <Text size="sm">{text}</Text>
    {[...new Set(entries.map(({ threadId }) => threadId))].map(threadId => (
      <ThreadLink key={threadId} threadId={threadId} />
    ))}
  </div>
)

function ThreadLink({ threadId }: { threadId: string }) {
  const title = useThreadTitle(threadId)
  return (
    <Link to={threadPath(threadId)} className={classes.link}>
      {title}
    </Link>
  )
}
