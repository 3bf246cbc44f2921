import { ActionIcon, Badge, Button, Loader, Title } from '@mantine/core'
import { IconArrowLeft, IconMailOpened, IconStar, IconStarFilled, IconUsers } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { isCode } from '../api/problem.ts'
import { answerBefore, nothingSeen } from '../outbox/entry.ts'
import { useWaiting } from '../outbox/use-outbox.tsx'
import { errorText, FailureNotice } from '../ui/failure-notice.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { useToast } from '../ui/toasts.tsx'
import { AboutBeside, AboutButton, useIsWide } from './about-beside.tsx'
import { useCalled } from './called.tsx'
import { Composer } from './composer.tsx'
import { DeskBar } from './desk-bar.tsx'
import { MergeLine } from './merge-line.tsx'
import type { Message, MessagePage, ThreadDetails } from './message.ts'
import { MessageList } from './message-list.tsx'
import { PresenceLine } from './presence-line.tsx'
import { SecondAnswer } from './second-answer.tsx'
import { withStrangers } from './strangers.ts'
import { useEvents } from './thread-events.ts'
import classes from './thread-pane.module.css'
import { fromList, titleOf } from './thread-title.ts'
import { useMessages } from './use-messages.ts'
import { useThread, useThreadMarks } from './use-thread.ts'
import { heads } from './ways.ts'

/** One thread: who it is with, what was said, and what one says next. */
export function ThreadPane({ threadId }: { threadId: string }) {
  const { t } = useTranslation()
  const thread = useThread(threadId)
  const { query: pages, messages: known, authors } = useMessages(threadId)
  const messages = useMemo(() => known && withStrangers(known, thread.data), [known, thread.data])
  const waiting = useWaiting(threadId, messages)
  const events = useEvents(threadId, thread.data)
  const called = useCalled(thread.data)
  const pane = useRef<HTMLElement>(null)
  const isWide = useIsWide()
  const guestName = thread.data?.reachability.guest?.name ?? null
  const title = titleOf(threadId, guestName)
  usePageTitle(title)
  const [isAtEnd, setAtEnd] = useState(true)
  const newest = messages?.[0]
  useReading(threadId, thread.data, newest, isAtEnd)
  const asked = waiting.find(answerBefore)
  const other = asked && answerBefore(asked)
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
          about={!isWide && thread.data && <AboutButton thread={thread.data} pane={pane} />}
        />
        {thread.data?.desk && (
          <DeskBar
            threadId={threadId}
            desk={thread.data.desk}
            pane={pane}
            called={called}
            closesAt={thread.data.reachability.chatapp.windowClosesAt}
          />
        )}
        {thread.data && <MergeLine thread={thread.data} />}
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
            <FailureNotice
              title={t('thread.failed')}
              error={pages.error}
              onRetry={() => void pages.refetch()}
            />
          </div>
        ) : (
          <div className={classes.middle}>
            <Loader role="status" aria-label={t('app.loading')} />
          </div>
        )}
        {thread.isError && !thread.data && (
          <FailureNotice
            title={t('thread.failed')}
            error={thread.error}
            onRetry={() => void thread.refetch()}
          />
        )}
        <PresenceLine threadId={threadId} />
        {asked && other && (
          <SecondAnswer
            key={asked.messageId}
            entry={asked}
            answer={other}
            messages={messages ?? []}
            authors={authors}
            pane={pane}
          />
        )}
        <Composer
          threadId={threadId}
          thread={thread.data}
          since={messages && (newest?.createdAt ?? nothingSeen)}
        />
      </div>
      {isWide && <AboutBeside thread={thread.data} />}
    </section>
  )
}

function BackLink() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return (
    <Button component={Link} to={{ pathname: '/inbox', search: params.toString() }} variant="default">
      {t('thread.back')}
    </Button>
  )
}

interface ThreadHeadProps {
  threadId: string
  title: string
  thread: ThreadDetails | undefined
  newest: Message | undefined
  authors: MessagePage['authors']
  about: ReactNode
}

function ThreadHead({ threadId, title, thread, newest, authors, about }: ThreadHeadProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [params] = useSearchParams()
  const { important, read } = useThreadMarks(threadId)
  const heading = useFocusOnOpen()
  const fail = { onError: (error: unknown) => toast(errorText(t, error), 'failure') }
  return (
    <header className={classes.head}>
      <ActionIcon
        component={Link}
        to={{ pathname: '/inbox', search: params.toString() }}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('thread.back')}
        className={classes.back ?? ''}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.who}>
        <Title order={2} ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        <div className={classes.facts}>
          {thread && (
            <Badge variant="default" size="sm">
              {sourceText(t, thread.source)}
            </Badge>
          )}
          {thread?.reachability.guest &&
            heads.map(([type, Head]) => (
              <Head key={type} threadId={threadId} reachability={thread.reachability} />
            ))}
        </div>
      </div>
      {about}
      {thread && <People thread={thread} authors={authors} />}
      {thread?.unread && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('thread.markRead')}
          title={t('thread.markRead')}
          onClick={() => read.mutate(seenOf(thread, newest), fail)}
        >
          <IconMailOpened size={20} aria-hidden />
        </ActionIcon>
      )}
      {thread && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-pressed={thread.important}
          aria-label={t('thread.markImportant')}
          title={t(thread.important ? 'thread.unmarkImportant' : 'thread.markImportant')}
          onClick={() => important.mutate(!thread.important, fail)}
        >
          {thread.important ? (
            <IconStarFilled size={20} aria-hidden className={classes.star} />
          ) : (
            <IconStar size={20} aria-hidden />
          )}
        </ActionIcon>
      )}
    </header>
  )
}

const PeopleDialog = lazy(async () => ({
  default: (await import('./people-dialog.tsx')).PeopleDialog,
}))

function People({ thread, authors }: { thread: ThreadDetails; authors: MessagePage['authors'] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('thread.people')}
        title={t('thread.people')}
        onClick={() => setOpen(true)}
      >
        <IconUsers size={20} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <LazyPart>
          <PeopleDialog thread={thread} authors={authors} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}

const sources = ['guest', 'platform-guest', 'support'] as const

/** A source that no text is written for yet goes by its own name. */
function sourceText(t: TFunction, source: string): string {
  const known = sources.find(name => name === source)
  return known ? t(`thread.sources.${known}`) : source
}

/** Who opens a thread from the list goes on reading there, however long its code takes to load. */
function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFromList = useLocation().state === fromList
  useEffect(() => {
    if (isFromList) heading.current?.focus({ preventScroll: true })
  }, [isFromList])
  return heading
}

const seenOf = (thread: ThreadDetails, newest: Message | undefined) => ({
  ...(newest && { lastMessageId: newest.messageId }),
  lastFailureId: thread.lastFailureId,
})

/** What is in view while somebody looks at the window counts as read. */
function useReading(
  threadId: string,
  thread: ThreadDetails | undefined,
  newest: Message | undefined,
  isAtEnd: boolean,
): void {
  const { read } = useThreadMarks(threadId)
  const isLooking = useLooking()
  const told = useRef('')
  const mark = read.mutate
  const unread = thread?.unread === true
  useEffect(() => {
    if (!thread || !unread || !isAtEnd || !isLooking || !newest) return
    const seen = seenOf(thread, newest)
    const key = JSON.stringify(seen)
    // Once for each thing that is new; something newer that is not here yet keeps the thread unread.
    if (told.current === key) return
    told.current = key
    mark(seen)
  }, [thread, unread, newest, isAtEnd, isLooking, mark])
}

function useLooking(): boolean {
  const [looking, setLooking] = useState(() => document.hasFocus())
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible' && document.hasFocus())
    const events = ['focus', 'blur', 'visibilitychange']
    for (const name of events) window.addEventListener(name, look)
    return () => {
      for (const name of events) window.removeEventListener(name, look)
    }
  }, [])
  return looking
}
