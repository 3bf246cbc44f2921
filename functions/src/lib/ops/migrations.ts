import { isDeepStrictEqual } from 'node:util'
import { systemActorId } from '../commit-extras.ts'
import type { DocumentQuery, Fields, Patch } from '../documents.ts'
import { emailKey, reservationKeys } from '../finding-keys.ts'

/** One change of stored shapes. */
export interface Migration {
  /** For people. */
  name: string
  /** Every document that may have the old shape. */
  query: DocumentQuery
  /** Pure. Undefined for a document of the new shape, or of one that it does not know, judged by its fields. */
  migrate(fields: Fields, now: Date): Patch | undefined
}

/** Kinds of items that nothing closes any more: renamed in 1.0, gone in 2.0. */
const formerKinds: readonly unknown[] = ['channel-inactive', 'channel-removal-planned', 'consent-lost']

/** Whether nothing closes it any more: its kind or its cause is gone, and so is what it asks people to do. */
const isFormer = ({ kind, reason, nextAction }: Fields): boolean =>
  formerKinds.includes(kind) ||
  (kind === 'spend-limit' && reason === 'searches') ||
  (kind === 'not-bookable' && String(nextAction).startsWith('Open the calendar'))

/** Every migration of this release, in order. */
export const migrations: readonly Migration[] = [
  {
    name: 'items of kinds and causes that are gone are resolved',
    query: { collection: 'items', where: [['status', '==', 'open']] },
    migrate: (item, now) =>
      item.status === 'open' && isFormer(item)
        ? {
            fields: { status: 'resolved', resolvedBy: systemActorId, resolvedAt: now },
            // So that the watch opens it again where its reason is a present one.
            without: ['differences'],
          }
        : undefined,
  },
  {
    name: 'channels that the channel manager alone connects are due to nobody',
    query: { collection: 'propertyChannels', where: [['ota', '==', 'airbnb']] },
    migrate: ({ lookAt, dueAt }) =>
      lookAt !== undefined || dueAt !== undefined ? { fields: {}, without: ['lookAt', 'dueAt'] } : undefined,
  },
  {
    name: 'guests are found by their e-mail address however it is typed',
    query: { collection: 'guests' },
    migrate: ({ email, emailKey: known }) => {
      const key = typeof email === 'string' && email !== '' ? emailKey(email) : undefined
      return key === undefined || key === known ? undefined : { fields: { emailKey: key }, without: [] }
    },
  },
  {
    name: 'reservations are found by their number however it is typed',
    query: { collection: 'reservations' },
    migrate: ({ numberKeys: known, ...reservation }) => {
      const numberKeys = reservationKeys(reservation)
      const isKnown = numberKeys.length === 0 || isDeepStrictEqual(numberKeys, known)
      return isKnown ? undefined : { fields: { numberKeys }, without: [] }
    },
  },
]
