import { useEffect, useRef, useState } from 'react'
import type { Message, ThreadDetails } from '../../live/message.ts'
import { useThreadMarks } from '../../live/use-thread.ts'

/** Ids that are read once the newest message is in view. */
export const readMarkOf = (thread: ThreadDetails, newest: Message | undefined) => ({
  ...(newest && { lastMessageId: newest.messageId }),
  lastFailureId: thread.lastFailureId,
})

/** Messages in view while somebody looks at the window count as read. */
export function useReading(
  threadId: string,
  thread: ThreadDetails | undefined,
  newest: Message | undefined,
  isAtEnd: boolean,
): void {
  const { read } = useThreadMarks(threadId)
  const isLooking = useLooking()
  const lastKey = useRef('')
  const mark = read.mutate
  const unread = thread?.unread === true
  useEffect(() => {
    if (!thread || !unread || !isAtEnd || !isLooking || !newest) return
    const readMark = readMarkOf(thread, newest)
    const key = JSON.stringify(readMark)
    // Once for each thing that is new; something newer that is not here yet keeps the thread unread.
    if (lastKey.current === key) return
    lastKey.current = key
    mark(readMark)
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
