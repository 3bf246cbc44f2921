import '../i18n/many-threads.ts'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useId, useState } from 'react'
import { Link } from 'react-router'
import { offline } from '../api/problem.ts'
import type { ThreadEntry } from '../inbox/list/thread-entries.ts'
import { RowWords } from '../inbox/list/thread-row.tsx'
import { useDeskList } from '../inbox/list/use-desk-list.ts'
import { useCounts } from '../live/use-overview.ts'
import { threadPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Loading } from '../ui/loading.tsx'
import { titleOf } from '../ui/thread-title.ts'
import { useNow } from '../ui/time.tsx'
import { useOpening } from '../ui/use-opening.ts'
import classes from './morning.module.css'

const Answer = lazy(async () => ({ default: (await import('./answer.tsx')).Answer }))

const most = 5
/** Answers by their deadline, also those that are not late yet. */
const list = { view: 'overdue', filter: {} } as const

/** The guests whose answers are due first, live; each is answered where they stand. */
export function Guests() {
  const { uid } = useUser()
  const { overdue = 0 } = useCounts()
  const { entries, isSilent, again } = useDeskList(list, { uid, size: most, now: useNow(60_000) })
  const [answering, setAnswering] = useState<string>()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h5" mb={4} id={id}>
        {t('morning.guests')}
      </Title>
      {isSilent && (
        <FailureNotice title={t('morning.failed.guests')} error={offline('silent')} onRetry={again} />
      )}
      {!entries && !isSilent && <Loading />}
      {entries?.length === 0 && <Text size="sm">{t('morning.empty.guests')}</Text>}
      <ul className={classes.guests}>
        {entries?.slice(0, most).map(entry => (
          <Guest
            key={entry.threadId}
            entry={entry}
            isAnswering={entry.threadId === answering}
            onAnswer={() => setAnswering(entry.threadId)}
          />
        ))}
      </ul>
      {overdue > most && (
        <Anchor component={Link} to="/inbox?view=overdue" size="sm">
          {t('morning.late', { count: overdue })}
        </Anchor>
      )}
    </section>
  )
}

interface GuestProps {
  entry: ThreadEntry
  isAnswering: boolean
  onAnswer: () => void
}

function Guest({ entry, isAnswering, onAnswer }: GuestProps) {
  const { threadId, record } = entry
  const title = titleOf(threadId, record.guestName)
  const opening = useOpening()
  return (
    <li className={classes.guest}>
      <Link to={threadPath(threadId)} {...opening} className={classes.words}>
        <RowWords entry={entry} title={title} />
      </Link>
      {isAnswering ? (
        <LazyPart>
          <Answer threadId={threadId} since={record.lastMessage?.createdAt ?? undefined} />
        </LazyPart>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={t('morning.answerTo', { name: title })}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={onAnswer}
        >
          {t('morning.answer')}
        </Button>
      )}
    </li>
  )
}
