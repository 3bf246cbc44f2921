import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { hasLetterKeys } from '../../ui/letter-keys.ts'
import { useCompact } from '../views/density.ts'
import { useSelection } from './selection.tsx'
import type { ThreadEntry } from './thread-entries.ts'
import classes from './thread-list.module.css'
import { ThreadRow } from './thread-row.tsx'
import { observeRect, scrollLater } from './unforced-layout.ts'
import { useListKeys } from './use-list-keys.ts'

/** In units of the page's text, which may be large. */
const rowHeights = { comfortable: 5.75, compact: 3 } as const
const textSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
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
  const isCompact = useCompact()
  const [unit] = useState(textSize)
  const height = rowHeights[isCompact ? 'compact' : 'comfortable'] * unit
  const [focused, setFocused] = useState<string>()
  const tabStop = stopOf(entries, focused, openId)
  const stopIndex = entries.findIndex(({ threadId }) => threadId === tabStop)
  const [scrollToFn] = useState(scrollLater)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: index => entries[index]?.threadId ?? index,
    overscan: 3,
    // The first rows are drawn with the list, in pieces, the others when its height is known.
    initialRect: { width: screen.width, height: screen.height / 3 },
    observeElementRect: observeRect,
    scrollToFn,
    rangeExtractor: useCallback((range: Range) => withStop(range, stopIndex), [stopIndex]),
  })
  const { measure } = rows
  const measured = useRef(height)
  useLayoutEffect(() => {
    if (measured.current !== height) measure()
    measured.current = height
  }, [measure, height])
  const focus = useRowFocus(scroll, tabStop)
  useReturn(openId, threadId => {
    setFocused(threadId)
    focus.on(threadId)
  })
  const search = useSearchParams()[0].toString()
  const navigate = useNavigate()
  useListKeys({
    entries,
    openId,
    search,
    onList: () => {
      if (scroll.current?.offsetParent === null) return void navigate({ pathname: '/inbox', search })
      const row = stopOf(entries, openId, focused)
      rows.scrollToIndex(entries.findIndex(({ threadId }) => threadId === row))
      setFocused(row)
      focus.on(row)
    },
  })
  const shown = rows.getVirtualItems()
  useEffect(() => {
    // By the rows that are drawn by now.
    const last = rows.getVirtualItems().at(-1)?.index ?? 0
    if (last >= entries.length - ahead) onEnd()
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
    <div ref={scroll} className={classes.scroll} data-compact={isCompact} data-testid="threads">
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
              style={{ height, transform: `translateY(${start}px)` }}
            >
              <ThreadRow
                entry={entry}
                isOpen={entry.threadId === openId}
                isTabStop={entry.threadId === tabStop}
                isPicked={ids.has(entry.threadId)}
                isPicking={ids.size > 0}
                isCompact={isCompact}
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
  const target = useRef<string>(undefined)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    const isLost = isInside.current && document.activeElement === document.body
    // On a narrow screen the list is hidden while a thread is open.
    if (isInside.current && scroll.current?.offsetParent === null) isInside.current = false
    focusOn(target.current ?? (isLost ? tabStop : undefined))
  })
  return {
    on: (threadId: string | undefined) => {
      target.current = threadId
      focusOn(threadId)
    },
    came: () => {
      isInside.current = true
    },
    left: () => {
      isInside.current = false
    },
  }

  function focusOn(threadId: string | undefined) {
    if (threadId === undefined) return
    const row = scroll.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(threadId)}"] a`)
    row?.focus({ preventScroll: true })
    if (row && row === document.activeElement) target.current = undefined
  }
}

/** A return from a thread leads to its row. */
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
