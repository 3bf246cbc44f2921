import { t } from 'i18next'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Message } from '../live/message.ts'
import type { SessionUser } from '../session/session.ts'
import { failureText } from '../ui/failure-notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { answerBefore, type OutboxEntry } from './entry.ts'
import { Outbox } from './outbox.ts'

const OutboxContext = createContext<Outbox | undefined>(undefined)

interface OutboxProviderProps {
  user: SessionUser
  /** Shows a message that the server has stored; the same function in every render. */
  onStored: (threadId: string, message: Message) => void
  children: ReactNode
}

/** Sends what the user has written, whichever page is shown, and says so where it is refused. */
export function OutboxProvider({ user, onStored, children }: OutboxProviderProps) {
  const outbox = useMemo(() => new Outbox(user.uid), [user.uid])
  useEffect(
    () =>
      outbox.onOutcome(outcome => {
        if ('message' in outcome) onStored(outcome.entry.threadId, outcome.message)
        // The thread asks, and the banner leads there.
        else if (!answerBefore({ ...outcome.entry, refused: outcome.refused }))
          toast(t('outbox.refused', { reason: failureText(outcome.refused) }), 'failure')
      }),
    [outbox, onStored],
  )
  useEffect(() => outbox.start(), [outbox])
  return <OutboxContext value={outbox}>{children}</OutboxContext>
}

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext)
  if (!outbox) throw new Error('There is no outbox around this.')
  return outbox
}

/** All entries, oldest first. */
export function useEntries(): readonly OutboxEntry[] {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.entries)
}

/** An entry among the thread's messages has got through, though its answer is lost or late. */
export function useWaiting(threadId: string, messages: readonly Message[] | undefined): OutboxEntry[] {
  const outbox = useOutbox()
  const entries = useEntries()
  const waiting = useMemo(() => entries.filter(entry => entry.threadId === threadId), [entries, threadId])
  useEffect(() => {
    const stored = new Set(messages?.map(({ messageId }) => messageId))
    for (const { messageId } of waiting) if (stored.has(messageId)) outbox.discard(messageId)
  }, [outbox, waiting, messages])
  return waiting
}
