import type { Write } from '../../src/adapters/firestore/sdk.ts'

/** Writes of one commit; a log holds the commits in their order. */
export interface Written {
  at: Date
  /** The latest time that the clock had shown until then. */
  latest: Date
  writes: readonly Write[]
}

/** An answer’s outcome: nothing takes an accepted answer back. */
type Send = 'accepted' | 'pending' | 'failed'

type Event =
  | { is: 'ask'; id: string; channel: string; teamId: string; at: Date }
  | { is: 'answer'; messageId: string; by: string; at: Date; send: Send }
  | { is: 'close'; how: string; by: string; at: Date }

/** A stretch in which the guest waited, as the whole thread tells it. */
export interface Stretch {
  id: string
  channel: string
  /** The property's team when the stretch began. */
  teamId: string
  arrivedAt: Date
  end?: { how: string; by: string; at: Date }
}

/** A thread recounted from all its writes: its messages, their outcomes, and its events. */
export interface Recounted {
  /** Stretches ended by accepted answers. */
  stretches: Stretch[]
  /** The stretch in which the guest still waits, if answers under way end one, too. */
  open: Stretch | undefined
  state: string
  snoozedUntil: Date | undefined
  ownerId: string | null
  /** The user who last set the owner, or the system. */
  ownedBy: string | undefined
}

const automations = new Set(['robot', 'stranger'])
const isGuest = (authorId: unknown) => authorId === 'guest'

function stretchesOf(events: readonly Event[], ...ending: Send[]): Stretch[] {
  const all: Stretch[] = []
  for (const event of events) {
    const last = all.at(-1)
    const open = last && !last.end ? last : undefined
    if (event.is === 'ask' && !open) {
      const { id, channel, teamId, at } = event
      all.push({ id, channel, teamId, arrivedAt: at })
    }
    if (event.is === 'answer' && open && ending.includes(event.send))
      open.end = { how: 'answered', by: event.by, at: event.at }
    if (event.is === 'close' && open) open.end = { how: event.how, by: event.by, at: event.at }
  }
  return all
}

function openIn(events: readonly Event[]): Stretch | undefined {
  const last = stretchesOf(events, 'accepted', 'pending').at(-1)
  return last?.end ? undefined : last
}

const sendOf = (delivery: unknown): Send => {
  const { status } = (delivery ?? { status: 'sent' }) as Record<string, unknown>
  if (status === 'failed' || status === 'unknown') return 'failed'
  return status === 'pending' || status === 'sending' ? 'pending' : 'accepted'
}

export function recounted(threadId: string, log: readonly Written[]): Recounted {
  const events: Event[] = []
  let [state, lastAt] = ['open', 0]
  let snoozedUntil: Date | undefined
  let ownerId: string | null = null
  let ownedBy: string | undefined
  let teamId = ''
  /** The time of a person's act: after everything before it, even if the clock is behind. */
  const after = (at: Date) => new Date(Math.max(at.getTime(), lastAt + 1))
  const concerns = ({ path, fields }: Write) =>
    path.startsWith(`threads/${threadId}`) || fields.targetId === threadId
  for (const { at, latest, writes } of log) {
    for (const { path, fields } of writes) if (path === 'properties/casa') teamId = String(fields.teamId)
    if (!writes.some(concerns)) continue
    const waited = openIn(events) !== undefined
    for (const { kind, path, fields } of writes) {
      const [, thread, , messageId = ''] = path.split('/')
      if (kind === 'create' && thread === threadId && messageId) {
        const createdAt = fields.createdAt instanceof Date ? fields.createdAt : at
        const [authorId, source] = [String(fields.authorId), String(fields.source)]
        lastAt = createdAt.getTime()
        if (isGuest(authorId)) {
          const id = `${threadId}_${messageId}`
          events.push({ is: 'ask', id, channel: source, teamId, at: createdAt })
          state = 'open'
        } else if (fields.type !== 'note' && !automations.has(authorId)) {
          const send = sendOf(fields.delivery)
          events.push({ is: 'answer', messageId, by: authorId, at: createdAt, send })
          if (waited) state = 'waiting'
        }
      } else if (kind === 'update' && thread === threadId && messageId && fields.delivery) {
        for (const one of events)
          if (one.is === 'answer' && one.messageId === messageId && one.send !== 'accepted')
            one.send = sendOf(fields.delivery)
        const waits = openIn(events) !== undefined
        if (waited && !waits) state = 'waiting'
        if (waits && !waited && state !== 'snoozed') state = 'open'
      } else if (
        path.startsWith('auditLog/') &&
        fields.targetId === threadId &&
        fields.outcome === 'success'
      ) {
        const metadata = fields.metadata as Record<string, string | null>
        if (fields.action === 'thread.own') {
          ownerId = metadata.userId ?? null
          ownedBy = String(fields.actorId)
        }
        if (fields.action !== 'thread.state') continue
        if (metadata.state === 'done' && metadata.reason && waited)
          events.push({ is: 'close', how: metadata.reason, by: String(fields.actorId), at: after(at) })
        const isUndo = Boolean(metadata.undo) && metadata.state !== 'done'
        const since = new Date(at.getTime() - 60_000)
        const last = events.findLastIndex(({ is }) => is !== 'answer')
        const closing = isUndo && !waited ? events[last] : undefined
        const isOurs = closing?.is === 'close' && closing.by === String(fields.actorId) && closing.at >= since
        if (isOurs) events.splice(last, 1)
        const question = events.findLast(({ is }) => is === 'ask')
        const isAsked = waited && question && (metadata.state === 'waiting' || question.at >= since)
        const sleepsOn = waited && metadata.reason === 'no-answer-needed' && snoozedUntil && snoozedUntil > at
        state = sleepsOn ? 'snoozed' : isUndo && isAsked ? 'open' : String(metadata.state)
        if (!sleepsOn) snoozedUntil = metadata.until ? new Date(metadata.until) : undefined
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
  return {
    stretches: stretchesOf(events, 'accepted'),
    open: openIn(events),
    state,
    snoozedUntil,
    ownerId,
    ownedBy,
  }
}
