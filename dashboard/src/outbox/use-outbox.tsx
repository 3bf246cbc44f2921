import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { settle } from '../inbox/use-messages.ts'
import type { SessionUser } from '../session/session.ts'
import type { OutboxEntry } from './entry.ts'
import { Outbox } from './outbox.ts'

const OutboxContext = createContext<Outbox | undefined>(undefined)

/** Sends what the user has written, whichever page is shown. */
export function OutboxProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  const queries = useQueryClient()
  const outbox = useMemo(() => new Outbox(user.uid), [user.uid])
  useEffect(() => outbox.start(), [outbox])
  useEffect(
    () => outbox.onStored((entry, message) => settle(queries, entry.threadId, message, user.name)),
    [outbox, queries, user.name],
  )
  return <OutboxContext value={outbox}>{children}</OutboxContext>
}

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext)
  if (!outbox) throw new Error('There is no outbox around this.')
  return outbox
}

/** What waits in one thread, oldest first. */
export function useWaiting(threadId: string): OutboxEntry[] {
  const outbox = useOutbox()
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries)
  return useMemo(() => entries.filter(entry => entry.threadId === threadId), [entries, threadId])
}
