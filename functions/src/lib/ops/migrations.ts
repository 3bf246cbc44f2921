import { isDeepStrictEqual } from 'node:util'
import { systemActorId } from '../actor.ts'
import { guestKeys, reservationKeys } from '../finding-keys.ts'
import type { Fields, Query } from '../store.ts'
import { documentsIn, type Patch } from './documents.ts'

export interface Migration {
  name: string
  query: Query
  /** Undefined unless the fields show the old shape. Pure. */
  migrate(fields: Fields, now: Date): Patch | undefined
}

/** Nothing closes these: 1.0 renamed some, 2.0 dropped some. */
const formerKinds: readonly unknown[] = ['channel-inactive', 'channel-removal-planned', 'consent-lost']

const isFormer = ({ kind, reason, nextAction }: Fields): boolean =>
  formerKinds.includes(kind) ||
  (kind === 'spend-limit' && reason === 'searches') ||
  (kind === 'not-bookable' && String(nextAction).startsWith('Open the calendar'))

export const migrations: readonly Migration[] = [
  {
    name: 'items of kinds and causes that are gone are resolved',
    query: documentsIn('items').where('status', '==', 'open'),
    migrate: (item, now) =>
      item.status === 'open' && isFormer(item)
        ? {
            fields: { status: 'resolved', resolvedBy: systemActorId, resolvedAt: now },
            // Without differences the watch may reopen the item.
            without: ['differences'],
          }
        : undefined,
  },
  {
    name: 'channels that the channel manager alone connects are due to nobody',
    query: documentsIn('propertyChannels').where('ota', '==', 'airbnb'),
    migrate: ({ lookAt, dueAt }) =>
      lookAt !== undefined || dueAt !== undefined ? { fields: {}, without: ['lookAt', 'dueAt'] } : undefined,
  },
  {
    name: 'guests are found by e-mail address and phone number however these are typed',
    query: documentsIn('guests'),
    migrate: ({ email, phone, ...before }) => {
      const fields = guestKeys({ email, phone })
      const isKnown = Object.entries(fields).every(([name, key]) => before[name] === key)
      return isKnown ? undefined : { fields, without: [] }
    },
  },
  {
    name: 'reservations are found by their number however it is typed',
    query: documentsIn('reservations'),
    migrate: ({ numberKeys: before, ...reservation }) => {
      const numberKeys = reservationKeys(reservation)
      const isKnown = numberKeys.length === 0 || isDeepStrictEqual(numberKeys, before)
      return isKnown ? undefined : { fields: { numberKeys }, without: [] }
    },
  },
]
