import type { Ports, Rules } from '../../lib/context.ts'
import { type LaneStates, type LaneVendor, storedLane } from '../../lib/due/lane-state.ts'
import type { Lane } from '../../lib/due/lanes.ts'
import type { Clock } from '../../lib/ports.ts'
import type { Checkpoints } from '../../lib/rounds/checkpoints.ts'
import { carrierOf, channelManager, twilio } from '../carriers.ts'
import { FieldValue, type Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { create, defined, put, repository, update, versioned, withoutUndefined } from './repository.ts'
import { spending } from './spending.ts'
import { teams } from './teams.ts'

export const operations = (
  db: Firestore,
  clock: Clock,
  { spendCaps, answerWithinMinutes }: Pick<Rules, 'spendCaps' | 'answerWithinMinutes'>,
): Ports['operations'] => ({
  ...checkpoints(db),
  ...laneStates(db),
  ...spending(db, clock, spendCaps),
  ...teams(db, clock, answerWithinMinutes),
})

/** Fields to write over others: undefined takes one away. */
const changed = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? FieldValue.delete()]))

export const checkpoints = (db: Firestore): Checkpoints => {
  const doc = (name: string) => db.doc(`checkpoints/${name}`)
  return {
    checkpoint: async ({ name, schema }) => versioned(await doc(name).get(), schema),
    saveCheckpoint: ({ name }, cursor, revision) =>
      commit(db, [
        revision === undefined
          ? create(doc(name), defined(cursor))
          : update(doc(name), changed(cursor), revision),
      ]),
  }
}

const vendors: Readonly<Record<Lane, LaneVendor>> = {
  ...carrierOf,
  'look-up': twilio,
  email: { name: 'sendgrid', key: 'SENDGRID_API_KEY' },
  'guest-platform': { name: 'guest-platform', key: 'GUEST_PLATFORM_API_KEY' },
  search: { name: 'algolia', key: 'ALGOLIA_API_KEY' },
  'channel-manager': channelManager,
  storage: { name: 'storage' },
}

export function laneStates(db: Firestore): LaneStates {
  const stored = repository(db, { path: (lane: Lane) => `lanes/${lane}`, schema: storedLane })
  return {
    vendorOf: async lane => vendors[lane],
    lane: stored.read,

    saveLane(lane, revision, { pausedBy, failing }, extras) {
      const isNew = revision === undefined
      // An update writes every field so that ended ones are removed; `set` takes no precondition.
      const fields = isNew ? { pausedBy, failing } : { pausedBy: pausedBy ?? null, failing: failing ?? null }
      return commit(db, [put(stored.doc(lane), withoutUndefined(fields), revision)], extras)
    },
  }
}
