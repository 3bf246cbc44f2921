import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { shardOf } from '../../functions/src/adapters/firestore/shards.ts'
import type { Actor } from '../../functions/src/lib/actor.ts'
import { attentionBecause, attentionWithout } from '../../functions/src/lib/chat/attention.ts'
import type { ChannelName } from '../../functions/src/lib/chat/channels/names.ts'
import { typeOf } from '../../functions/src/lib/chat/channels/naming.ts'
import { threadNews } from '../../functions/src/lib/chat/delivery/thread-news.ts'
import { deadlineAfter } from '../../functions/src/lib/chat/desk/deadline.ts'
import { type DeskChange, deskAfterPost, deskChange } from '../../functions/src/lib/chat/desk/desk.ts'
import { afterClosing } from '../../functions/src/lib/chat/desk/exchanges.ts'
import type { Delivery, StoredMessage } from '../../functions/src/lib/chat/message.ts'
import { afterPatch, threadPatch } from '../../functions/src/lib/chat/posting/thread-patch.ts'
import { storedThread, type Thread } from '../../functions/src/lib/chat/thread.ts'
import type { SeedDocument } from '../seed-data.ts'

const dialogues = z
  .array(z.object({ guests: z.tuple([z.string(), z.string()]), says: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('dialogues.json', import.meta.url), 'utf8')))

const places = ['casa-alameda', 'harbour-view-guesthouse', 'old-mill-cottage', 'lakeside-lodge'] as const
const owners = ['sam', 'olivia', null] as const
const minuteMs = 60_000
/** How long a guest of the default queue may wait. Minutes. */
const answerWithin = 60

interface Talk {
  threadId: string
  guestId: string
  name: string
  phone: string
  channel: ChannelName
  placeId: string
  /** Days from today. */
  stay: readonly [arrival: number, departure: number]
  ownerId: string | null
  says: readonly Line[]
  /** What became of it after the last line. */
  end?: 'closed' | 'snoozed' | undefined
}

interface Line {
  by: 'guest' | 'staff' | 'note'
  body: string
  minutesAgo: number
  failure?: Delivery['failure']
}

const notReached: Delivery['failure'] = {
  code: 'not-reachable',
  detail: "The guest's phone is switched off or has no reception.",
  nextAction: 'Wait a few minutes, then send it again.',
}

/** Each dialogue is told by two guests; what was said last week has ended, what was said today may wait. */
function talkAt(at: number): Talk {
  const { guests, says } = dialogues[at % dialogues.length] ?? { guests: ['', ''], says: [] }
  const isSecond = at >= dialogues.length
  const [isUnanswered, isThanked] = [says.length === 1, says.length === 3]
  const last = isUnanswered ? 4 + at * 3 + (isSecond ? 0 : 30) : 90 + at * 220
  const lines = says.map(
    (body, turn): Line => ({
      by: turn % 2 === 0 ? 'guest' : 'staff',
      body,
      minutesAgo: last + (says.length - 1 - turn) * 9,
      ...(turn === 1 && says.length === 2 && at % 9 === 0 && { failure: notReached }),
    }),
  )
  const note: Line = { by: 'note', body: 'Told the house manager.', minutesAgo: last - 2 }
  return {
    ...{ threadId: `life-${at}`, guestId: `life-guest-${at}`, name: guests[isSecond ? 1 : 0] },
    ...{ phone: `+39333100${1000 + at}`, channel: at % 2 === 0 ? 'chatapp' : 'sms' },
    ...{ placeId: places[at % places.length] ?? places[0], stay: [(at % 11) - 4, (at % 11) + 1] },
    ownerId: isUnanswered && !isSecond ? null : (owners[at % owners.length] ?? null),
    says: at % 6 === 0 && !isUnanswered ? [...lines, note] : lines,
    end: isThanked ? 'closed' : at % 8 === 7 && !isUnanswered ? 'snoozed' : undefined,
  }
}

const burning: Talk = {
  ...{ threadId: 'life-leak', guestId: 'life-guest-leak', name: 'Ines Moreau', phone: '+33612345678' },
  ...{ channel: 'sms', placeId: 'casa-alameda', stay: [-1, 3], ownerId: null },
  says: [
    {
      ...{ by: 'guest', minutesAgo: 52 },
      body: 'Water is coming through the bathroom ceiling and it is getting worse, please hurry!',
    },
  ],
}

const origin = { ipAddress: '127.0.0.1', userAgent: 'seed' }

/** A week of forty guests and one that burns, as the code itself would have stored it. */
export const lifeDocuments = (now: Date): SeedDocument[] =>
  [...Array.from({ length: 2 * dialogues.length }, (_, at) => talkAt(at)), burning].flatMap(talk =>
    documentsOf(talk, now),
  )

function documentsOf(talk: Talk, now: Date): SeedDocument[] {
  const { threadId, guestId, name, phone, channel, placeId, stay, ownerId } = talk
  const reservationId = `${threadId}-stay`
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const day = (days: number) =>
    before(-days * 24 * 60)
      .toISOString()
      .slice(0, 10)
  const [arrival = '', departure = ''] = stay.map(day)
  const documents = new Map<string, object>()
  let thread: Thread = storedThread.parse({
    ...{ source: 'guest', guestName: name, participantIds: [guestId, 'sam', 'lars'] },
    ...{ guestId, reservationId, propertyId: placeId, ownerId, teamId: null, state: 'open' },
    stay: { arrival, departure },
  })
  const noted = (desk: DeskChange | undefined) => {
    for (const { id, ...record } of desk?.ledger.records ?? []) documents.set(`ledger/${id}`, record)
    return desk?.fields
  }
  for (const [turn, line] of talk.says.entries()) {
    const [at, isGuest] = [before(line.minutesAgo), line.by === 'guest']
    const author: Actor = { uid: isGuest ? guestId : 'sam', role: isGuest ? 'guest' : 'support', origin }
    const message: StoredMessage = {
      ...{ messageId: `m${turn}`, threadId, authorId: author.uid, createdAt: at, body: line.body },
      ...{ source: isGuest ? channel : 'platform', contentType: 'text' },
      type: line.by === 'note' ? 'note' : typeOf(channel),
      ...(line.by === 'staff' && { delivery: { reservationId, status: 'delivered', attempts: 1 } }),
    }
    const desk = deskAfterPost(thread, message, author, {
      ...{ deadline: deadlineAfter(at, answerWithin), isAssigned: true, now: at },
    })
    const patch = { ...threadPatch(thread, message, author), ...noted(desk) }
    const called = isGuest ? patch.needsAttention.filter(id => id !== guestId) : []
    const read = isGuest ? patch : { ...patch, ...attentionWithout(patch, author.uid) }
    const because = attentionBecause({ ...read, attention: thread.attention }, called, 'guest-wrote', at)
    thread = afterPatch(thread, { ...read, ...because })
    const delivery: Delivery | undefined = line.failure && {
      ...{ reservationId, status: 'failed', attempts: 1, failure: line.failure },
    }
    if (delivery) {
      const news = threadNews(message, thread, delivery, at)
      if (news?.ledger) noted({ fields: {}, ledger: news.ledger })
      thread = storedThread.parse({ ...thread, ...news?.fields })
    }
    documents.set(`threads/${threadId}/messages/m${turn}`, { ...message, ...(delivery && { delivery }) })
  }
  if (talk.end === 'closed') {
    const closed = { how: 'no-answer-needed', by: 'sam', at: thread.updatedAt ?? now } as const
    const exchanges = afterClosing(thread.exchanges, closed)
    thread = storedThread.parse({
      ...thread,
      ...{ needsAttention: [], needsAttentionMap: {}, attention: {} },
      ...noted(deskChange(threadId, thread, { exchanges, state: 'done' })),
    })
  }
  if (talk.end === 'snoozed') {
    const snooze = { state: 'snoozed', snoozedUntil: before(-18 * 60) } as const
    thread = storedThread.parse({ ...thread, ...noted(deskChange(threadId, thread, snooze)) })
  }
  const wroteAt = before(talk.says[0]?.minutesAgo ?? 0)
  documents.set(`guests/${guestId}`, {
    ...{ name, phone },
    ...(channel === 'chatapp' && { lastChatappInboundAt: wroteAt }),
  })
  documents.set(`reservations/${reservationId}`, { guestId, propertyId: placeId, arrival, departure })
  const times = Object.entries(thread).filter(([name, value]) => value !== undefined && !isPast(name, value))
  documents.set(`threads/${threadId}`, {
    ...Object.fromEntries(times),
    ...(thread.deskDueAt && { deskShard: shardOf(threadId) }),
  })
  return [...documents].map(([path, fields]) => [path, { ...fields }])
}

/** A time that is over is not stored; an owner that nobody is, is. */
const isPast = (name: string, value: unknown): boolean => value === null && !/Id$/.test(name)
