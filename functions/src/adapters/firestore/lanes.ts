import { type LaneStates, type LaneVendor, storedLane } from '../../lib/due/lane-state.ts'
import type { Lane } from '../../lib/due/lanes.ts'
import type { Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { put, repository, withoutUndefined } from './repository.ts'

const twilio = { name: 'twilio', key: 'TWILIO_AUTH_TOKEN' }
const vendors: Readonly<Record<Lane, LaneVendor>> = {
  chatapp: twilio,
  sms: twilio,
  'look-up': twilio,
  email: { name: 'sendgrid', key: 'SENDGRID_API_KEY' },
  'guest-platform': { name: 'guest-platform', key: 'GUEST_PLATFORM_API_KEY' },
  search: { name: 'algolia', key: 'ALGOLIA_API_KEY' },
  'channel-manager': { name: 'channel-manager', key: 'CHANNEL_MANAGER_API_KEY' },
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
