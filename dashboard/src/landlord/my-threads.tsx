import '../i18n/many-threads.ts'
import '../i18n/landlord.ts'
import type { landlordThreads as reply } from '@functions/lib/landlord/my-home.ts'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { Link } from 'react-router'
import { read } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { RowHead } from '../inbox/list/row-head.tsx'
import classes from '../inbox/list/thread-list.module.css'
import { ThreadSkeletons } from '../inbox/list/thread-skeletons.tsx'
import { threadPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { QueryFailure } from '../ui/failure-notice.tsx'
import { initials, titleOf } from '../ui/thread-title.ts'
import { useOpening } from '../ui/use-opening.ts'

type Threads = Reply<typeof reply>
type Row = Threads['threads'][number]

const everyMs = 30_000

/** A landlord's own threads, newest first. */
export function MyThreads({ openId }: { openId: string | undefined }) {
  const threads = useQuery({
    ...read<Threads>(['landlord-threads'], '/api/landlord/threads'),
    refetchInterval: everyMs,
  })
  const { data } = threads
  return (
    <section aria-label={t('landlord.list')} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} className={classes.title}>
          {t('landlord.threads')}
        </Title>
      </div>
      {threads.isPending && <ThreadSkeletons />}
      {threads.isError && !data && <QueryFailure title={t('landlord.threadsFailed')} query={threads} />}
      {data?.threads.length === 0 && (
        <Text c="dimmed" p="lg" ta="center" role="status">
          {t('landlord.noThreads')}
        </Text>
      )}
      <ul
        className={classes.scroll}
        style={{ margin: 0, padding: 0, listStyle: 'none' }}
        data-testid="threads"
      >
        {data?.threads.map(thread => (
          <li key={thread.threadId} style={{ height: '5rem' }}>
            <ThreadRow thread={thread} isOpen={thread.threadId === openId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ThreadRow({ thread, isOpen }: { thread: Row; isOpen: boolean }) {
  const { uid } = useUser()
  const opening = useOpening()
  const { threadId, guestName, lastMessage, unread, updatedAt, source } = thread
  const title = source === 'support' ? t('landlord.us') : titleOf(threadId, guestName)
  const text = lastMessage?.body || t('landlord.noMessage')
  return (
    <Link
      to={threadPath(threadId)}
      {...opening}
      className={classes.row}
      aria-current={isOpen ? 'page' : undefined}
      data-unread={unread}
    >
      <span className={classes.avatar} aria-hidden>
        {initials(title)}
      </span>
      <span className={classes.words}>
        <RowHead title={title} isUnread={unread} at={updatedAt} />
        <span className={classes.line}>
          <span className={classes.preview}>
            {lastMessage?.authorId === uid ? t('inbox.wrote', { name: t('people.you'), text }) : text}
          </span>
        </span>
      </span>
    </Link>
  )
}
