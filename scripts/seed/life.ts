import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { typeOf } from '../../functions/src/lib/chat/channels/naming.ts'
import type { DeliveryFailure } from '../../functions/src/lib/chat/message.ts'
import { documentsOfGuest, type Guest, places } from './guest.ts'
import type { Line, SeedDocument } from './talk.ts'

const dialogues = z
  .array(z.object({ guests: z.tuple([z.string(), z.string()]), says: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('dialogues.json', import.meta.url), 'utf8')))

const owners = ['sam', 'olivia', null] as const

const notReached: DeliveryFailure = {
  code: 'not-reachable',
  detail: "The guest's phone is switched off or has no reception.",
  nextAction: 'Wait a few minutes, then send it again.',
}

/** Two whose answer did not arrive, this morning. */
const failsAt = [9, 27]
const waitsLong = 9

/** Who waits, by the order in which they wrote: most since a short while, three for too long. Minutes. */
const waitOf = (place: number): number => (place < waitsLong ? 3 + place * 4 : 66 + (place - waitsLong) * 17)

const ofLife = (id: number | string, channel: 'chatapp' | 'sms') => ({
  threadId: `life-${id}`,
  guestId: `life-guest-${id}`,
  by: { source: channel, type: typeOf(channel) },
  members: ['sam', 'lars'],
  thread: { guestId: `life-guest-${id}`, teamId: null, state: 'open' },
})

/** Each dialogue is told by two guests; what was said last week has ended, what was said today may wait. */
function guestAt(at: number): Guest {
  const { guests, says } = dialogues[at % dialogues.length] ?? { guests: ['', ''], says: [] }
  const isSecond = at >= dialogues.length
  const [isUnanswered, isThanked] = [says.length === 1, says.length === 3]
  const isFailed = failsAt.includes(at)
  const turnTakes = at % 9 === 4 ? 75 : 3 + ((at * 7) % 19)
  const last = isUnanswered ? waitOf(unansweredBefore(at)) : isFailed ? at * 2 : 11 + at * at * 7
  const ownerId = isUnanswered && !isSecond ? null : (owners[at % owners.length] ?? null)
  const lines = says.map(
    (body, turn): Line => ({
      who: turn % 2 === 0 ? 'asker' : ownerId === 'olivia' ? 'olivia' : 'sam',
      body,
      minutesAgo: last + (says.length - 1 - turn) * turnTakes,
      ...(turn === 1 && isFailed && { failure: notReached }),
    }),
  )
  const note: Line = { who: 'note', body: 'Told the house manager.', minutesAgo: last - 2 }
  return {
    ...ofLife(at, at % 2 === 0 ? 'chatapp' : 'sms'),
    name: guests[isSecond ? 1 : 0],
    phone: `+39333100${1000 + at}`,
    place: places[at % places.length] ?? places[0],
    stay: [(at % 11) - 4, (at % 11) + 1],
    ownerId,
    says: at % 6 === 0 && !isUnanswered ? [...lines, note] : lines,
    end: isThanked ? 'closed' : at % 8 === 7 && !isUnanswered ? 'snoozed' : undefined,
  }
}

const unansweredBefore = (at: number): number =>
  Array.from({ length: at }, (_, one) => dialogues[one % dialogues.length]).filter(
    dialogue => dialogue?.says.length === 1,
  ).length

const burning: Guest = {
  ...ofLife('leak', 'sms'),
  name: 'Ines Moreau',
  phone: '+33612345678',
  place: places[0],
  stay: [-1, 3],
  ownerId: null,
  says: [
    {
      who: 'asker',
      minutesAgo: 52,
      body: 'Water is coming through the bathroom ceiling and it is getting worse, please hurry!',
    },
  ],
}

/** A week of forty guests and one that burns. */
export const lifeDocuments = (now: Date): SeedDocument[] =>
  [...Array.from({ length: 2 * dialogues.length }, (_, at) => guestAt(at)), burning].flatMap(guest =>
    documentsOfGuest(guest, now),
  )
