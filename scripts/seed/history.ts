import { namesOf } from '../../functions/src/lib/record-of.ts'
import { dayMs, places } from './guest.ts'
import { answerWithin, type SeedDocument } from './talk.ts'

const minuteMs = 60_000
const channels = ['chatapp', 'sms', 'chatapp', 'ota', 'chatapp', 'sms', 'chatapp']

/** Guests of the last four weeks, nine a day, of whom the ledger alone is left: how long they waited for their answers. */
export const history = (now: Date): SeedDocument[] =>
  Array.from({ length: 27 * 9 }, (_, at): SeedDocument => {
    const properties = namesOf(places)
    const arrivedAt = new Date(now.getTime() - dayMs - at * 160 * minuteMs)
    const minutes = 4 + (at % 11) * (at % 9 === 8 ? 9 : 2)
    const endedAt = new Date(arrivedAt.getTime() + minutes * minuteMs)
    const dueBy = new Date(arrivedAt.getTime() + answerWithin * minuteMs)
    const record = {
      threadId: `past-${at}`,
      propertyId: properties[at % properties.length],
      teamId: null,
      channel: channels[at % channels.length],
      arrivedAt,
      dueBy,
      endedAt,
      how: 'answered',
      by: at % 3 === 0 ? 'olivia' : 'sam',
      inTime: endedAt <= dueBy,
    }
    return [`ledger/past-${at}_m0`, record]
  })
