import '../i18n/many-threads.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { threadPath } from '../paths.ts'
import { hasLetterKeys, useLetterKeys } from '../ui/letter-keys.ts'
import { Time } from '../ui/time.tsx'
import { Called } from './called.tsx'
import { toldOf } from './causes.ts'
import { Deadline } from './deadline.tsx'
import { DeskState, Owner } from './desk-state.tsx'
import { useLastWriter } from './last-writer.ts'
import { useSelection } from './selection.tsx'
import type { ThreadEntry } from './thread-entries.ts'
import classes from './thread-list.module.css'
import { fromList, initials, titleOf } from './thread-title.ts'
import { threadQuery } from './use-thread.ts'

const rowHeight = 80
/** Rows before the end at which more are asked for. */
const ahead = 15

interface ThreadRowsProps {
  entries: ThreadEntry[]
  openId: string | undefined
  onEnd: () => void
}

/** Only the rows in view exist. One stop of the Tab key; arrows go from row to row. */
export function ThreadRows({ entries, openId, onEnd }: ThreadRowsProps) {
  const { ids, pick, only, list } = useSelection()
  useEffect(() => list(entries), [entries, list])
  const scroll = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const tabStop = stopOf(entries, focused, openId)
  const stopIndex = entries.findIndex(({ threadId }) => threadId === tabStop)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: index => entries[index]?.threadId ?? index,
    overscan: 6,
    rangeExtractor: useCallback((range: Range) => withStop(range, stopIndex), [stopIndex]),
  })
  const focus = useRowFocus(scroll, tabStop)
  useReturn(openId, threadId => {
    setFocused(threadId)
    focus.on(threadId)
  })
  const search = useSearchParams()[0].toString()
  const shown = rows.getVirtualItems()
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= entries.length - ahead
  useEffect(() => {
    if (isNearEnd) onEnd()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (tabStop !== undefined && isPickKey(event)) return pick(tabStop, event.shiftKey)
    if (event.key === 'Escape' && ids.size > 0) return only([])
    const next = destination(event.key, stopIndex, entries.length)
    if (next === undefined) return
    event.preventDefault()
    const target = Math.max(0, Math.min(entries.length - 1, next))
    const threadId = entries[target]?.threadId
    rows.scrollToIndex(target)
    setFocused(threadId)
    focus.on(threadId)
  }
  return (
    <div ref={scroll} className={classes.scroll} data-testid="threads">
      <ul
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={focus.came}
        onBlur={focus.left}
      >
        {shown.map(({ index, key, start }) => {
          const entry = entries[index]
          if (!entry) return null
          return (
            <li
              key={key}
              data-index={index}
              data-thread={entry.threadId}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={classes.place}
              data-picked={ids.has(entry.threadId)}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ThreadRow
                entry={entry}
                isOpen={entry.threadId === openId}
                isTabStop={entry.threadId === tabStop}
                isPicked={ids.has(entry.threadId)}
                isPicking={ids.size > 0}
                search={search}
                onFocus={setFocused}
                onPick={pick}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** X chooses a row, with Shift all from the last one on. */
const isPickKey = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'x' && !ctrlKey && !metaKey && !altKey && !repeat && hasLetterKeys()

/** Tab always leads somewhere, also when that row has been scrolled out of view. */
function withStop(range: Range, stopIndex: number): number[] {
  const inView = defaultRangeExtractor(range)
  if (stopIndex < 0 || inView.includes(stopIndex)) return inView
  return [...inView, stopIndex].sort((one, other) => one - other)
}

/** Focuses a row as soon as it is there, and the tab stop when the row that had the focus has left the list. */
function useRowFocus(scroll: RefObject<HTMLElement | null>, tabStop: string | undefined) {
  const wanted = useRef<string>(undefined)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    const isLost = isInside.current && document.activeElement === document.body
    // On a narrow screen the list is hidden while a thread is open.
    if (scroll.current?.offsetParent === null) isInside.current = false
    const threadId = wanted.current ?? (isLost ? tabStop : undefined)
    if (threadId === undefined) return
    const row = scroll.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(threadId)}"] a`)
    row?.focus({ preventScroll: true })
    if (row && row === document.activeElement) wanted.current = undefined
  })
  return {
    on: (threadId: string | undefined) => {
      wanted.current = threadId
    },
    came: () => {
      isInside.current = true
    },
    left: () => {
      isInside.current = false
    },
  }
}

/** Who comes back from a thread is where they left the list. */
function useReturn(openId: string | undefined, onReturn: (threadId: string) => void): void {
  const before = useRef(openId)
  useLayoutEffect(() => {
    const left = before.current
    before.current = openId
    if (left !== undefined && openId === undefined) onReturn(left)
  })
}

/** The row that Tab leads to: where one was, else the open one, else the first. */
function stopOf(entries: ThreadEntry[], ...ids: (string | undefined)[]): string | undefined {
  const there = ids.find(id => id !== undefined && entries.some(({ threadId }) => threadId === id))
  return there ?? entries[0]?.threadId
}

function destination(key: string, at: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 8,
    PageUp: at - 8,
    Home: 0,
    End: count - 1,
  }
  return moves[key]
}

interface ThreadRowProps {
  entry: ThreadEntry
  isOpen: boolean
  isTabStop: boolean
  isPicked: boolean
  /** Whether any is: then a press on a row with Shift chooses all up to it. */
  isPicking: boolean
  /** Of the address: the view and what is searched for stay as they are. */
  search: string
  onFocus: (threadId: string) => void
  onPick: (threadId: string, isRange: boolean) => void
}

const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { entry, search, isOpen, isTabStop, isPicked, isPicking, onFocus, onPick } = props
  const { t } = useTranslation()
  const title = useTitle(entry)
  const { threadId, record, unread, important, desk, causes } = entry
  const isCalled = toldOf(causes).length > 0
  const writer = useLastWriter(record, title)
  const { lastMessage, updatedAt } = record
  const hasKeys = useLetterKeys()
  return (
    <>
      <Link
        to={{ pathname: threadPath(threadId), search }}
        state={fromList}
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
        <span className={classes.words}>
          <span className={classes.line}>
            <span className={classes.name}>{title}</span>
            {important && (
              <>
                <IconStarFilled size={14} className={classes.star} aria-hidden />
                <VisuallyHidden>{t('inbox.isImportant')}</VisuallyHidden>
              </>
            )}
            {unread && (
              <>
                <span className={classes.dot} aria-hidden />
                <VisuallyHidden>{t('inbox.isUnread')}</VisuallyHidden>
              </>
            )}
            {updatedAt !== null && (
              <span className={classes.time}>
                <Time at={updatedAt} />
              </span>
            )}
          </span>
          <span className={classes.line}>
            <span className={classes.preview}>
              {lastMessage?.joined && <span className={classes.stranger}>{t('inbox.stranger')} </span>}
              {lastMessage?.body
                ? writer
                  ? t('inbox.wrote', { name: writer, text: lastMessage.body })
                  : lastMessage.body
                : t('inbox.noMessages')}
            </span>
          </span>
          {desk &&
            (isCalled || desk.state !== 'open' || desk.unansweredSince !== null || desk.ownerId !== null) && (
              <span className={classes.line}>
                <Deadline desk={desk} />
                <DeskState desk={desk} />
                <Called causes={causes} />
                {desk.ownerId !== null && (
                  <span className={classes.owner}>
                    <Owner userId={desk.ownerId} />
                  </span>
                )}
              </span>
            )}
        </span>
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
})

/** By the list; the name in a thread that was opened may be newer. Nothing is fetched for a row. */
function useTitle({ threadId, record: { guestName } }: ThreadEntry): string {
  const { data } = useQuery({
    ...threadQuery(threadId),
    enabled: false,
    select: thread => thread.reachability.guest?.name ?? null,
  })
  return titleOf(threadId, guestName ?? data ?? null)
}
