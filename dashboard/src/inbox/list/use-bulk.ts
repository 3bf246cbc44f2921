import '../../i18n/many-threads.ts'
import { useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Desk, type DeskChange, undoOf } from '../../live/desk.ts'
import { desksOf, markedLocally } from '../../live/live-threads.ts'
import { countSoon } from '../../live/use-overview.ts'
import { errorText } from '../../ui/failure-notice.tsx'
import { titleOf } from '../../ui/thread-title.ts'
import { toast } from '../../ui/toasts.tsx'
import { offerUndo } from '../../ui/undo.ts'
import { changeDesk } from '../desk/use-desk.ts'
import { threadChanged } from '../thread-events.ts'
import { inBulk } from './in-bulk.ts'
import { useSelection } from './selection.tsx'
import type { ThreadEntry } from './thread-entries.ts'

type BulkAct =
  | { kind: 'desk'; changeOf: (desk: Desk, threadId: string) => DeskChange | undefined }
  | { kind: 'read' }
  | { kind: 'important'; important: boolean }

export interface Attempt {
  act: BulkAct
  /** The toast for so many threads. */
  summary: (count: number) => string
}

export interface Failed extends Attempt {
  reasons: { threadId: string; title: string; reason: string }[]
}

export interface Progress {
  done: number
  all: number
}

/** One press takes back the acts that succeeded; threads whose act failed stay chosen, with the reason. */
export function useBulk() {
  const queries = useQueryClient()
  const { ids, entries, only, hold } = useSelection()
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState<Failed>()
  const isShown = useIsShown()
  const settle = useCallback(
    (threadIds: readonly string[]) => {
      for (const threadId of threadIds) {
        threadChanged(queries, threadId)
      }
      countSoon()
    },
    [queries],
  )

  async function run({ act, summary }: Attempt, among = ids): Promise<void> {
    const chosen = entries.current.filter(({ threadId }) => among.has(threadId))
    setFailed(undefined)
    setProgress({ done: 0, all: chosen.length })
    hold(true)
    const steps = await stepsOf(act, chosen)
    const ended = () => setProgress(now => now && { ...now, done: now.done + 1 })
    const outcome = await inBulk(steps, ({ does }) => does(), ended)
    hold(false)
    setProgress(undefined)
    settle(steps.map(({ entry }) => entry.threadId))
    if (outcome.done.length > 0) offer(summary(outcome.done.length), outcome.done)
    const reasons = outcome.failed.map(({ target: { entry }, error }) => ({
      threadId: entry.threadId,
      title: titleOf(entry.threadId, entry.record.guestName),
      reason: errorText(error),
    }))
    const [first] = reasons
    if (!isShown.current) {
      if (first) tellFailed(reasons.length, first.reason)
      return
    }
    if (first) setFailed({ act, summary, reasons })
    only(reasons.map(({ threadId }) => threadId))
  }

  /** Lets all that was done be taken back at once. */
  function offer(text: string, done: readonly Step[]): void {
    const undos = done.flatMap(({ entry, undoes }) => (undoes ? [{ entry, undoes }] : []))
    if (undos.length === 0) return void toast(text)
    const takeBack = async () => {
      const outcome = await inBulk(undos, ({ undoes }) => undoes())
      settle(undos.map(({ entry }) => entry.threadId))
      const [first] = outcome.failed
      if (first) tellFailed(outcome.failed.length, errorText(first.error))
    }
    const undo = offerUndo({ run: () => void takeBack(), close: () => close() })
    const close = toast(text, 'info', { label: t('desk.undo'), run: undo })
  }

  return { progress, failed, run, forget: () => setFailed(undefined) }
}

function tellFailed(count: number, reason: string): void {
  toast(t('bulk.failedWhy', { count, reason }), 'failure')
}

/** A reader who has gone elsewhere sees no list of failures. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

interface Step {
  entry: ThreadEntry
  does: () => Promise<void>
  undoes?: (() => Promise<void>) | undefined
}

async function stepsOf(act: BulkAct, chosen: readonly ThreadEntry[]): Promise<Step[]> {
  if (act.kind !== 'desk') return chosen.flatMap(entry => markOf(act, entry) ?? [])
  const desks = await desksOf(chosen)
  return chosen.flatMap((entry): Step[] => {
    const { threadId } = entry
    const before = desks.get(threadId)
    // The undo would not be known.
    if (!before) return [{ entry, does: () => Promise.reject(new Error(`nothing is known of ${threadId}`)) }]
    const change = act.changeOf(before, threadId)
    if (!change) return []
    return [
      {
        entry,
        does: () => changeDesk(threadId, change),
        undoes: () => changeDesk(threadId, undoOf(change, before, Date.now())),
      },
    ]
  })
}

/** Undefined where it is marked so already. */
function markOf(act: Exclude<BulkAct, { kind: 'desk' }>, entry: ThreadEntry): Step | undefined {
  const { threadId, record } = entry
  const path = `/chat/threads/${encodeURIComponent(threadId)}`
  const shown = async (patch: { unread?: boolean; important?: boolean }, send: () => Promise<void>) => {
    const unmark = markedLocally(threadId, patch, record.version - 1)
    await send().catch((error: unknown) => {
      unmark()
      throw error
    })
  }
  if (act.kind === 'read') {
    const send = () => call<void>({ method: 'POST', path: `${path}/read`, body: entry.readMark })
    return entry.unread ? { entry, does: () => shown({ unread: false }, send) } : undefined
  }
  const mark = (important: boolean) =>
    shown({ important }, () => call<void>({ method: 'PUT', path: `${path}/important`, body: { important } }))
  const { important } = act
  if (entry.important === important) return undefined
  return { entry, does: () => mark(important), undoes: () => mark(!important) }
}
