import { type FoundGuest, type Guest, storedGuest } from '../../lib/chat/guest.ts'
import type { DueGuestChange } from '../../lib/chat/inbound/guest-change.ts'
import type { Versioned } from '../../lib/ports.ts'
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Write,
} from './client.ts'
import { byId, create, parsed, update, versioned } from './repository.ts'
import { endOf } from './retention.ts'

export const guestDoc = (db: Firestore, guestId: string): DocumentReference => db.doc(`guests/${guestId}`)

/** Those that exist, by their id. */
export const guestsIn = (snapshots: readonly DocumentSnapshot[]): Map<string, Versioned<Guest>> =>
  byId(snapshots, snapshot => versioned(snapshot, storedGuest))

/** A guest whose document is gone counts as unknown. */
export const foundGuest = (snapshot: DocumentSnapshot): FoundGuest => ({
  guestId: snapshot.id,
  guest: parsed(snapshot, storedGuest) ?? storedGuest.parse({}),
})

/** An inbound message's changes of guests; their commit fails if one of them has changed since. */
export const guestWrites = (db: Firestore, changes: readonly DueGuestChange[]): Write[] =>
  changes.flatMap(change => {
    const { guestId, revision, wroteFrom, at } = change
    const changed = fieldsOf(change)
    if (Object.keys(changed).length === 0) return []
    // Only their latest message extends their retention.
    const isLast = wroteFrom !== undefined || revision === undefined
    const guest = guestDoc(db, guestId)
    const written = update(guest, { ...changed, ...(isLast && endOf(db, 'guests', at)) }, revision)
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
    ...(addresses.length > 0 && { addresses: FieldValue.arrayUnion(...addresses) }),
    ...(learned.length > 0 && { chatappIds: FieldValue.arrayUnion(...learned) }),
    ...(forgotten.length > 0 && {
      addresses: FieldValue.arrayRemove(...forgotten),
      chatappIds: FieldValue.arrayRemove(...forgotten),
    }),
    ...(name !== undefined && { name }),
    ...(threadId !== undefined && { threadId }),
    ...(sameAs !== undefined && { sameAs }),
  }
}

/** A guest who opted out has a time in `optedOut`. */
const wordFields = ({ channel, change }: NonNullable<DueGuestChange['optOut']>, at: Date) =>
  change === 'out'
    ? { [`optedOut.${channel}`]: at }
    : { [`optedOut.${channel}`]: FieldValue.delete(), [`optedIn.${channel}`]: at }
