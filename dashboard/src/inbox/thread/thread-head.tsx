import '../../i18n/open-thread.ts'
import { ActionIcon, Badge, Title } from '@mantine/core'
import { IconArrowLeft, IconMailOpened, IconStar, IconStarFilled, IconUsers } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Message, MessagePage, ThreadDetails } from '../../live/message.ts'
import { useThreadMarks } from '../../live/use-thread.ts'
import { failureToast } from '../../ui/failure-notice.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { fromList } from '../../ui/thread-title.ts'
import { heads } from '../composer/ways.ts'
import classes from './thread-pane.module.css'
import { readMarkOf } from './use-reading.ts'

interface ThreadHeadProps {
  threadId: string
  title: string
  thread: ThreadDetails | undefined
  newest: Message | undefined
  authors: MessagePage['authors']
  about: ReactNode
}

export function ThreadHead({ threadId, title, thread, newest, authors, about }: ThreadHeadProps) {
  const [params] = useSearchParams()
  const { important, read } = useThreadMarks(threadId)
  const heading = useFocusOnOpen()
  const fail = { onError: failureToast }
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
            <Badge variant="default" size="sm" className={classes.source ?? ''}>
              {sourceText(thread.source)}
            </Badge>
          )}
          {thread?.reachability.guest &&
            heads.map(([type, Head]) => (
              <Head key={type} threadId={threadId} reachability={thread.reachability} />
            ))}
        </div>
      </div>
      {about}
      {thread?.desk && <People thread={thread} authors={authors} />}
      {thread?.unread && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('thread.markRead')}
          title={t('thread.markRead')}
          onClick={() => read.mutate(readMarkOf(thread, newest), fail)}
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
function sourceText(source: string): string {
  const sourceName = sources.find(name => name === source)
  return sourceName ? t(`thread.sources.${sourceName}`) : source
}

/** A thread opened from the list gets the focus, however long its code takes to load. */
function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFromList = useLocation().state === fromList
  useEffect(() => {
    if (isFromList) heading.current?.focus({ preventScroll: true })
  }, [isFromList])
  return heading
}
