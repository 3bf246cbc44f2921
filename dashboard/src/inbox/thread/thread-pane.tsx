import '../../i18n/open-thread.ts'
import { Button } from '@mantine/core'
import { t } from 'i18next'
import { lazy, useCallback, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isCode } from '../../api/problem.ts'
import { useMessages } from '../../live/use-messages.ts'
import { useThread } from '../../live/use-thread.ts'
import { answerBefore, nothingSeen } from '../../outbox/entry.ts'
import { useWaiting } from '../../outbox/use-outbox.tsx'
import { useIsStaff, useUser } from '../../session/session.ts'
import { QueryFailure } from '../../ui/failure-notice.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { titleOf } from '../../ui/thread-title.ts'
import { Composer } from '../composer/composer.tsx'
import { useCalled } from '../desk/called.tsx'
import { authorName } from '../sites.ts'
import { useEvents } from '../thread-events.ts'
import { AboutButton, AboutColumn, useAboutRoom } from './about-column.tsx'
import { DeskBar } from './desk-bar.tsx'
import { MergeLine } from './merge-line.tsx'
import { MessageList } from './message-list.tsx'
import { answerOfOthers } from './message-side.ts'
import { PresenceLine } from './presence-line.tsx'
import { SecondAnswer } from './second-answer.tsx'
import { withStrangers } from './strangers.ts'
import { ThreadHead } from './thread-head.tsx'
import classes from './thread-pane.module.css'
import { useReading } from './use-reading.ts'

const ScheduledLines = lazy(async () => ({
  default: (await import('../composer/scheduled-lines.tsx')).ScheduledLines,
}))

/** A thread: title, messages and composer. */
export function ThreadPane({ threadId }: { threadId: string }) {
  const thread = useThread(threadId)
  const { query: pages, messages: pageMessages, authors } = useMessages(threadId)
  const messages = useMemo(
    () => pageMessages && withStrangers(pageMessages, thread.data),
    [pageMessages, thread.data],
  )
  const waiting = useWaiting(threadId, messages)
  const isStaff = useIsStaff()
  const { uid } = useUser()
  const events = useEvents(threadId, isStaff ? thread.data : undefined)
  const called = useCalled(thread.data)
  const pane = useRef<HTMLElement>(null)
  const { room, isBeside } = useAboutRoom()
  const guestName = thread.data?.reachability.guest?.name ?? null
  const title = titleOf(threadId, guestName)
  usePageTitle(title)
  const [isAtEnd, setAtEnd] = useState(true)
  const newest = messages?.[0]
  useReading(threadId, thread.data, newest, isAtEnd)
  const conflict = waiting.find(answerBefore)
  const other = conflict && answerBefore(conflict)
  const scheduledIds = thread.data?.desk?.scheduledIds ?? []
  const answer = useMemo(
    () => messages && answerOfOthers({ messages, authors, guestName, uid }),
    [messages, authors, guestName, uid],
  )
  const onAtEnd = useCallback((value: boolean) => setAtEnd(value), [])

  if (isCode(thread.error ?? pages.error, 'thread-not-found')) {
    return <Notice title={t('thread.notFound')} action={<BackLink />} />
  }
  return (
    <section aria-label={title} className={classes.split} ref={pane}>
      <div className={classes.pane}>
        <ThreadHead
          threadId={threadId}
          title={title}
          thread={thread.data}
          newest={newest}
          authors={authors}
          about={
            room !== 'column' &&
            isStaff &&
            thread.data && <AboutButton thread={thread.data} room={room} pane={pane} />
          }
        />
        {isStaff && thread.isPending && <div className={classes.barPlace} />}
        {thread.data?.desk && (
          <DeskBar
            threadId={threadId}
            desk={thread.data.desk}
            pane={pane}
            called={called}
            closesAt={thread.data.reachability.chatapp.windowClosesAt}
          />
        )}
        {isStaff && thread.data && <MergeLine thread={thread.data} />}
        {messages ? (
          <MessageList
            messages={messages}
            events={events}
            authors={authors}
            guestName={guestName}
            waiting={waiting}
            hasOlder={pages.hasNextPage}
            isLoadingOlder={pages.isFetchingNextPage}
            olderError={pages.isFetchNextPageError ? pages.error : undefined}
            onOlder={() => void pages.fetchNextPage()}
            onAtEnd={onAtEnd}
          />
        ) : pages.isError ? (
          <div className={classes.middle}>
            <QueryFailure title={t('thread.failed')} query={pages} />
          </div>
        ) : (
          <div className={classes.middle}>
            <Loading />
          </div>
        )}
        {thread.isError && !thread.data && <QueryFailure title={t('thread.failed')} query={thread} />}
        {isStaff && <PresenceLine threadId={threadId} />}
        {conflict && other && (
          <SecondAnswer
            key={conflict.messageId}
            entry={conflict}
            answer={other}
            messages={messages ?? []}
            authors={authors}
            pane={pane}
          />
        )}
        {scheduledIds.length > 0 && (
          <LazyPart failed={false}>
            <ScheduledLines threadId={threadId} ids={scheduledIds} version={thread.data?.version} />
          </LazyPart>
        )}
        <Composer
          threadId={threadId}
          thread={thread.data}
          since={messages && (newest?.createdAt ?? nothingSeen)}
          answer={answer && { name: authorName(answer, authors), at: answer.createdAt }}
        />
      </div>
      {isBeside && isStaff && <AboutColumn thread={thread.data} />}
    </section>
  )
}

function BackLink() {
  const [params] = useSearchParams()
  return (
    <Button component={Link} to={{ pathname: '/inbox', search: params.toString() }} variant="default">
      {t('thread.back')}
    </Button>
  )
}
