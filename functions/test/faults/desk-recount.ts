import type { Write } from '../../src/adapters/firestore/client.ts'

/** What was written at once, in the order of the commits. */
export interface Written {
  at: Date
  /** The latest that the clock had shown until then. */
  latest: Date
  writes: readonly Write[]
}

type Event =
  | { is: 'ask'; id: string; channel: string; teamId: string; at: Date }
  | { is: 'answer'; messageId: string; by: string; at: Date; hasFailed: boolean }
  | { is: 'close'; how: string; by: string; at: Date }

/** A stretch in which the guest waited, as whoever reads the whole thread would tell it. */
export interface Stretch {
  id: string
  channel: string
  /** That of the property when it began. */
  teamId: string
  arrivedAt: Date
  end?: { how: string; by: string; at: Date }
}

/** What a thread must look like by all that was written of it: by its messages, what became of them, and its events. */
export interface Recounted {
  stretches: Stretch[]
  state: string
  snoozedUntil: Date | undefined
  ownerId: string | null
  /** Whoever last said who owns it, the system included. */
  ownedBy: string | undefined
}

const automations = new Set(['robot', 'stranger'])
const isGuest = (authorId: unknown) => authorId === 'guest'

function stretchesOf(events: readonly Event[]): Stretch[] {
  const all: Stretch[] = []
  for (const event of events) {
    const last = all.at(-1)
    const open = last && !last.end ? last : undefined
    if (event.is === 'ask' && !open) {
      const { id, channel, teamId, at } = event
      all.push({ id, channel, teamId, arrivedAt: at })
    }
    if (event.is === 'answer' && open && !event.hasFailed)
      open.end = { how: 'answered', by: event.by, at: event.at }
    if (event.is === 'close' && open) open.end = { how: event.how, by: event.by, at: event.at }
  }
  return all
}

const isWaiting = (events: readonly Event[]): boolean => {
  const last = stretchesOf(events).at(-1)
  return last !== undefined && !last.end
}

export function recounted(threadId: string, log: readonly Written[]): Recounted {
  const events: Event[] = []
  const messages = new Map<string, { by: string; status: unknown; retryId: unknown }>()
  let [state, lastAt] = ['open', 0]
  let snoozedUntil: Date | undefined
  let ownerId: string | null = null
  let ownedBy: string | undefined
  let teamId = ''
  /** What a person does comes after everything that was said, whatever the clock says. */
  const after = (at: Date) => new Date(Math.max(at.getTime(), lastAt + 1))
  const concerns = ({ path, fields }: Write) =>
    path.startsWith(`threads/${threadId}`) || fields.targetId === threadId
  for (const { at, latest, writes } of log) {
    for (const { path, fields } of writes) if (path === 'properties/casa') teamId = String(fields.teamId)
    if (!writes.some(concerns)) continue
    const waited = isWaiting(events)
    for (const { kind, path, fields } of writes) {
      const [, thread, , messageId = ''] = path.split('/')
      if (kind === 'create' && thread === threadId && messageId) {
        const createdAt = fields.createdAt instanceof Date ? fields.createdAt : at
        const [authorId, source] = [String(fields.authorId), String(fields.source)]
        lastAt = createdAt.getTime()
        messages.set(messageId, { by: authorId, status: undefined, retryId: undefined })
        if (isGuest(authorId)) {
          const id = `${threadId}_${messageId}`
          events.push({ is: 'ask', id, channel: source, teamId, at: createdAt })
          state = 'open'
        } else if (fields.type !== 'note' && !automations.has(authorId)) {
          events.push({ is: 'answer', messageId, by: authorId, at: createdAt, hasFailed: false })
          if (waited) state = 'waiting'
        }
      } else if (kind === 'update' && thread === threadId && messageId && fields.delivery) {
        const { status, retryId } = fields.delivery as Record<string, unknown>
        const before = messages.get(messageId)
        if (!before) continue
        if (status === 'failed') {
          for (const one of events)
            if (one.is === 'answer' && one.messageId === messageId) one.hasFailed = true
          if (isWaiting(events) && !waited && state !== 'snoozed') state = 'open'
        }
        const counts = events.some(
          one => one.is === 'answer' && one.messageId === messageId && !one.hasFailed,
        )
        if (
          status === 'sent' &&
          before.status !== 'sent' &&
          retryId &&
          !counts &&
          !automations.has(before.by)
        ) {
          events.push({ is: 'answer', messageId, by: before.by, at: after(at), hasFailed: false })
          if (waited) state = 'waiting'
        }
        messages.set(messageId, { ...before, status, retryId })
      } else if (
        path.startsWith('auditLog/') &&
        fields.targetId === threadId &&
        fields.outcome === 'success'
      ) {
        const said = fields.metadata as Record<string, string | null>
        if (fields.action === 'thread.own') {
          ownerId = said.userId ?? null
          ownedBy = String(fields.actorId)
        }
        if (fields.action !== 'thread.state') continue
        if (said.state === 'done' && said.reason && waited)
          events.push({ is: 'close', how: said.reason, by: String(fields.actorId), at: after(at) })
        const isUndo = Boolean(said.undo) && said.state !== 'done'
        const since = new Date(at.getTime() - 60_000)
        const last = events.findLastIndex(({ is }) => is !== 'answer')
        const closing = isUndo && !waited ? events[last] : undefined
        const isOurs = closing?.is === 'close' && closing.by === String(fields.actorId) && closing.at >= since
        if (isOurs) events.splice(last, 1)
        const asked = events.findLast(({ is }) => is === 'ask')
        const isAsked = waited && asked && (said.state === 'waiting' || asked.at >= since)
        const sleepsOn = waited && said.reason === 'no-answer-needed' && snoozedUntil && snoozedUntil > at
        state = sleepsOn ? 'snoozed' : isUndo && isAsked ? 'open' : String(said.state)
        if (!sleepsOn) snoozedUntil = said.until ? new Date(said.until) : undefined
      } else if (kind === 'update' && path === `threads/${threadId}`) {
        // A snooze that ends is nobody's act.
        const wakes = state === 'snoozed' && fields.state === 'open' && snoozedUntil && snoozedUntil <= latest
        const isAct = writes.some(one => one.path.startsWith(`threads/${threadId}/`))
        if (wakes && !isAct) {
          state = 'open'
          snoozedUntil = undefined
        }
      }
    }
  }
  return { stretches: stretchesOf(events), state, snoozedUntil, ownerId, ownedBy }
}
