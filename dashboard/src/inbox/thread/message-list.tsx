import '../../i18n/many-threads.ts'
import { ActionIcon, Loader, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { t } from 'i18next'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Message, MessagePage } from '../../live/message.ts'
import type { OutboxEntry } from '../../outbox/entry.ts'
import { useUser } from '../../session/session.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { dateFormat } from '../../ui/formats.ts'
import { dayBefore, isSameDay, readersLocale, useNow } from '../../ui/time.tsx'
import { isOfSite, siteAuthor } from '../sites.ts'
import type { DeskEvent } from '../thread-events.ts'
import { EventLine } from './event-line.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { type Item, messageItems } from './message-items.ts'
import classes from './message-list.module.css'
import { ourSide } from './message-side.ts'
import { SiteLine } from './site-line.tsx'
import { WaitingBubble } from './waiting-bubble.tsx'

interface MessageListProps {
  /** Newest first. */
  messages: Message[]
  /** Oldest first. */
  events: DeskEvent[]
  authors: MessagePage['authors']
  guestName: string | null
  waiting: OutboxEntry[]
  hasOlder: boolean
  isLoadingOlder: boolean
  olderError: unknown
  onOlder: () => void
  onAtEnd: (isAtEnd: boolean) => void
}

/** Estimated heights, in pixels, of items before they are measured. */
const heights: Record<Item['kind'], number> = { start: 44, day: 44, event: 28, message: 76, waiting: 76 }

const endThreshold = 80
/** Older messages are requested once the reader is so many items from the top. */
const ahead = 10

/** Draws only the messages in view. A reader at the end stays at the end; older messages move no message in view. */
export function MessageList(props: MessageListProps) {
  const {
    messages,
    events,
    authors,
    guestName,
    waiting,
    hasOlder,
    isLoadingOlder,
    olderError,
    onOlder,
    onAtEnd,
  } = props
  const { uid } = useUser()
  const scroll = useRef<HTMLElement>(null)
  const top = useRef(0)
  const items = useMemo(
    () => messageItems({ newestFirst: messages, events, waiting, isWhole: !hasOlder, uid }),
    [messages, events, waiting, hasOlder, uid],
  )
  const isOurs = useMemo(
    () => ourSide({ messages, authors, guestName, uid }),
    [messages, authors, guestName, uid],
  )
  const byId = useMemo(() => new Map(messages.map(message => [message.messageId, message])), [messages])
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: index => heights[items[index]?.kind ?? 'message'],
    getItemKey: index => items[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
    paddingStart: 12,
    paddingEnd: 12,
  })
  const [isAtEnd, setAtEnd] = useState(true)
  const height = useStayingAtEnd(scroll, isAtEnd, list.scrollToEnd, list.getTotalSize())
  useEffect(() => onAtEnd(isAtEnd), [isAtEnd, onAtEnd])
  const shown = list.getVirtualItems()
  const isNearStart = (shown[0]?.index ?? ahead) < ahead
  const mayAsk = hasOlder && isNearStart && !isLoadingOlder && !olderError
  useEffect(() => {
    if (mayAsk) onOlder()
  }, [mayAsk, onOlder])
  const nameOf = (id: string) => authors[id]?.name ?? t('people.unknown')
  return (
    <div className={classes.frame}>
      <section
        ref={scroll}
        className={classes.scroll}
        aria-label={t('thread.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        tabIndex={0}
        data-testid="messages"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          const wentUp = scrollTop < top.current
          top.current = scrollTop
          // New messages below do not count as leaving the end; only scrolling up does.
          if (scrollHeight - clientHeight - scrollTop <= endThreshold) setAtEnd(true)
          else if (wentUp) setAtEnd(false)
        }}
      >
        {isLoadingOlder && (
          <div className={classes.older}>
            <Loader size="xs" role="status" aria-label={t('thread.older')} />
          </div>
        )}
        {olderError !== undefined && (
          <FailureNotice title={t('thread.olderFailed')} error={olderError} onRetry={onOlder} />
        )}
        {messages.length === 0 && waiting.length === 0 && (
          <Text c="dimmed" ta="center" p="xl">
            {t('thread.empty')}
          </Text>
        )}
        <ol className={classes.items} style={{ height }}>
          {shown.map(({ index, key, start }) => {
            const item = items[index]
            if (!item) return null
            return (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                className={classes.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ItemView item={item} nameOf={nameOf} isOurs={isOurs} byId={byId} />
              </li>
            )
          })}
        </ol>
      </section>
      {!isAtEnd && (
        // Small, since the button covers a message.
        <ActionIcon
          size="lg"
          radius="xl"
          className={classes.toNewest ?? ''}
          aria-label={t('thread.toNewest')}
          title={t('thread.toNewest')}
          onClick={() => list.scrollToEnd()}
        >
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
      )}
      <Arrivals messages={messages} nameOf={nameOf} />
    </div>
  )
}

/** Keeps a reader at the end there when the list's height or the window's changes. Returns the list's height. */
function useStayingAtEnd(
  scroll: RefObject<HTMLElement | null>,
  isAtEnd: boolean,
  scrollToEnd: () => void,
  height: number,
): number {
  const stay = useRef(() => {})
  useLayoutEffect(() => {
    stay.current = () => {
      if (isAtEnd) scrollToEnd()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at each new height
  useLayoutEffect(() => stay.current(), [height])
  useEffect(() => {
    const observer = new ResizeObserver(() => stay.current())
    if (scroll.current) observer.observe(scroll.current)
    return () => observer.disconnect()
  }, [scroll])
  return height
}

interface ItemViewProps {
  item: Item
  nameOf: (id: string) => string
  isOurs: (message: Message) => boolean
  byId: Map<string, Message>
}

function ItemView({ item, nameOf, isOurs, byId }: ItemViewProps) {
  switch (item.kind) {
    case 'start':
      return (
        <Text c="dimmed" size="xs" ta="center" py="xs">
          {t('thread.start')}
        </Text>
      )
    case 'day':
      return <Day at={item.at} />
    case 'event':
      return <EventLine event={item.event} nameOf={nameOf} />
    case 'message': {
      const { message, isFirst } = item
      if (isOfSite(message)) return <SiteLine message={message} />
      const answered = message.replyTo === undefined ? undefined : byId.get(message.replyTo)
      return (
        <MessageBubble
          message={message}
          author={siteAuthor(message) ?? nameOf(message.authorId)}
          isFirst={isFirst}
          isOurs={isOurs(message)}
          answered={answered?.body}
        />
      )
    }
    case 'waiting':
      return <WaitingBubble entry={item.entry} isFirst={item.isFirst} />
  }
}

function Day({ at }: { at: string }) {
  const locale = readersLocale()
  const now = useNow(60_000)
  const date = new Date(at)
  const text = isSameDay(date, new Date(now))
    ? t('thread.today')
    : isSameDay(date, dayBefore(new Date(now)))
      ? t('thread.yesterday')
      : dateFormat(locale, { dateStyle: 'full' }).format(date)
  return (
    <div className={classes.day}>
      <time dateTime={date.toISOString()}>{text}</time>
    </div>
  )
}

/** Announces messages of others to screen readers. */
function Arrivals({ messages, nameOf }: { messages: Message[]; nameOf: (id: string) => string }) {
  const { uid } = useUser()
  const newestId = useRef(messages[0]?.messageId)
  const [arrived, setArrived] = useState<Message[]>([])
  useEffect(() => {
    const newest = messages[0]
    if (!newest || newest.messageId === newestId.current) return
    const position = messages.findIndex(({ messageId }) => messageId === newestId.current)
    newestId.current = newest.messageId
    const others = messages.slice(0, Math.max(1, position)).filter(({ authorId }) => authorId !== uid)
    if (others.length > 0) setArrived(others.reverse())
  }, [messages, uid])
  return (
    <VisuallyHidden role="status">
      {/* New elements, so that a screen reader also reads a repeated text. */}
      {arrived.map(message => (
        <p key={message.messageId}>
          {t('thread.arrived', {
            name: siteAuthor(message) ?? nameOf(message.authorId),
            text: message.body,
          })}
        </p>
      ))}
    </VisuallyHidden>
  )
}
