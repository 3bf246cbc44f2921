import '../../i18n/many-threads.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconPencil, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { memo } from 'react'
import { Link } from 'react-router'
import { useStaffName } from '../../live/use-staff.ts'
import { threadQuery } from '../../live/use-thread.ts'
import { threadPath } from '../../paths.ts'
import { useUser } from '../../session/session.ts'
import { useLetterKeys } from '../../ui/letter-keys.ts'
import { initials, titleOf } from '../../ui/thread-title.ts'
import { readersLocale } from '../../ui/time.tsx'
import { useOpening } from '../../ui/use-opening.ts'
import { Deadline } from '../desk/deadline.tsx'
import { RowSigns } from '../desk/signs.tsx'
import { lastWriter } from './last-writer.ts'
import { RowFacts } from './row-facts.tsx'
import { RowHead } from './row-head.tsx'
import type { ThreadEntry } from './thread-entries.ts'
import classes from './thread-list.module.css'
import { useWritingIn } from './writing.ts'

interface ThreadRowProps {
  entry: ThreadEntry
  isOpen: boolean
  isTabStop: boolean
  isPicked: boolean
  /** Whether any is: then a press on a row with Shift chooses all up to it. */
  isPicking: boolean
  isCompact: boolean
  /** Of the address: view and search stay as they are. */
  search: string
  onFocus: (threadId: string) => void
  onPick: (threadId: string, isRange: boolean) => void
}

/** A thread of the list. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { threadId, record } = props.entry
  return record.guestName === null ? (
    <NamelessRow {...props} />
  ) : (
    <Row {...props} title={titleOf(threadId, record.guestName)} />
  )
})

/** The name in a thread that was opened may be known. Nothing is fetched for a row. */
function NamelessRow(props: ThreadRowProps) {
  const { threadId } = props.entry
  const { data = null } = useQuery({
    ...threadQuery(threadId),
    enabled: false,
    select: thread => thread.reachability.guest?.name ?? null,
  })
  return <Row {...props} title={titleOf(threadId, data)} />
}

function Row(props: ThreadRowProps & { title: string }) {
  const { entry, title, search, isOpen, isTabStop, isPicked, isPicking, isCompact, onFocus, onPick } = props
  const { threadId, unread } = entry
  const opening = useOpening()
  const hasKeys = useLetterKeys()
  return (
    <>
      <Link
        to={{ pathname: threadPath(threadId), search }}
        {...opening}
        className={classes.row}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-unread={unread}
        onFocus={() => onFocus(threadId)}
        onClick={event => {
          if (!isPicking || !event.shiftKey) return
          event.preventDefault()
          onPick(threadId, true)
        }}
        {...(hasKeys && { 'aria-keyshortcuts': 'x' })}
      >
        <span className={classes.avatar} aria-hidden>
          {initials(title)}
        </span>
        <RowWords entry={entry} title={title} isCompact={isCompact} />
      </Link>
      <label className={classes.pick} data-always={isPicking}>
        <input
          type="checkbox"
          checked={isPicked}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('bulk.pick', { title })}
          onFocus={() => onFocus(threadId)}
          onChange={({ nativeEvent }) =>
            onPick(threadId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
    </>
  )
}

interface RowWordsProps {
  entry: ThreadEntry
  title: string
  isCompact?: boolean
}

/** Title and deadline, last message, facts and signs. */
export function RowWords({ entry, title, isCompact = false }: RowWordsProps) {
  const { record, unread, important, desk, facts, causes } = entry
  return (
    <span className={classes.words}>
      <RowHead
        title={title}
        isUnread={unread}
        at={record.updatedAt}
        deadline={desk && desk.unansweredSince !== null && <Deadline desk={desk} />}
      >
        {important && (
          <>
            <IconStarFilled size={14} className={classes.star} aria-hidden />
            <VisuallyHidden>{t('inbox.isImportant')}</VisuallyHidden>
          </>
        )}
        {isCompact && <RowFacts facts={facts} />}
      </RowHead>
      {!isCompact && <Preview entry={entry} />}
      <span className={classes.line}>
        {isCompact ? <Preview entry={entry} /> : <RowFacts facts={facts} />}
        {desk && <RowSigns desk={desk} causes={causes} />}
      </span>
    </span>
  )
}

/** The people who write now, else the last message. */
function Preview({ entry: { threadId, record } }: { entry: ThreadEntry }) {
  const locale = readersLocale()
  const writing = useWritingIn(threadId)
  const { uid } = useUser()
  const staffName = useStaffName()
  const writer = lastWriter(record, { uid, staffName })
  const { lastMessage } = record
  if (writing.length > 0) {
    const names = writing.map(userId => staffName(userId) ?? t('presence.somebody'))
    return (
      <span className={`${classes.preview} ${classes.writing}`}>
        <IconPencil size={14} aria-hidden />{' '}
        {t('presence.writing', { count: names.length, names: new Intl.ListFormat(locale).format(names) })}
      </span>
    )
  }
  return (
    <span className={classes.preview}>
      {lastMessage?.joined && <span className={classes.stranger}>{t('inbox.stranger')} </span>}
      {lastMessage?.body
        ? writer
          ? t('inbox.wrote', { name: writer, text: lastMessage.body })
          : lastMessage.body
        : t('inbox.noMessages')}
    </span>
  )
}
