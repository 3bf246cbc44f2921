import { dayMs, places } from './guest.ts'
import { answerWithin, type SeedDocument } from './talk.ts'

const minuteMs = 60_000
const channels = ['chatapp', 'sms', 'ota'] as const
const [guestsPerDay, days, firstDay] = [9, 28, 1]

/** Guests of the last four weeks of whom the ledger alone is left: how long they waited for their answers. */
export const history = (now: Date): SeedDocument[] =>
  Array.from({ length: (days - firstDay) * guestsPerDay }, (_, at): SeedDocument => {
    const [ago, place] = [firstDay + Math.floor(at / guestsPerDay), places[at % places.length] ?? places[0]]
    const arrivedAt = new Date(now.getTime() - ago * dayMs - (at % guestsPerDay) * 50 * minuteMs)
    const minutes = 4 + ((at * 5 + ago * 3) % 11) * (at % guestsPerDay === 8 ? 9 : 2)
    const endedAt = new Date(arrivedAt.getTime() + minutes * minuteMs)
    const dueBy = new Date(arrivedAt.getTime() + answerWithin * minuteMs)
    const id = `past-${at}`
    return [
      `ledger/${id}_m0`,
      {
        ...{ threadId: id, propertyId: place[0], teamId: null, channel: channels[at % 7 === 3 ? 2 : at % 2] },
        ...{ arrivedAt, dueBy, endedAt, how: 'answered', by: at % 3 === 0 ? 'olivia' : 'sam' },
        inTime: endedAt <= dueBy,
      },
    ]
  })
