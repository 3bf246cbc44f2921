import { create, difference, expiring, fieldRemoval, patch, union, type Write } from '../../store.ts'
import { guests } from '../guest.ts'
import type { DueGuestChange } from './guest-change.ts'

export const guestWrites = (changes: readonly DueGuestChange[]): Write[] =>
  changes.flatMap(change => {
    const { guestId, revision, wroteFrom, at } = change
    const changed = fieldsOf(change)
    if (Object.keys(changed).length === 0) return []
    // Only the latest message extends retention.
    const isLast = wroteFrom !== undefined || revision === undefined
    const guest = guests.at(guestId)
    const written = patch(guest, { ...changed, ...(isLast && expiring('guests', at)) }, revision)
    return revision === undefined ? [create(guest, {}), written] : [written]
  })

function fieldsOf(change: DueGuestChange): Record<string, unknown> {
  const {
    at,
    wroteFrom,
    optOut,
    learned = [],
    addresses = [],
    forgotten = [],
    name,
    threadId,
    sameAs,
  } = change
  return {
    ...(wroteFrom !== undefined && { lastChatappInboundAt: at, lastChatappAddress: wroteFrom }),
    ...(optOut && wordFields(optOut, at)),
    ...(addresses.length > 0 && { addresses: union(...addresses) }),
    ...(learned.length > 0 && { chatappIds: union(...learned) }),
    ...(forgotten.length > 0 && {
      addresses: difference(...forgotten),
      chatappIds: difference(...forgotten),
    }),
    ...(name !== undefined && { name }),
    ...(threadId !== undefined && { threadId }),
    ...(sameAs !== undefined && { sameAs }),
  }
}

const wordFields = ({ channel, change }: NonNullable<DueGuestChange['optOut']>, at: Date) =>
  change === 'out'
    ? { [`optedOut.${channel}`]: at }
    : { [`optedOut.${channel}`]: fieldRemoval, [`optedIn.${channel}`]: at }
