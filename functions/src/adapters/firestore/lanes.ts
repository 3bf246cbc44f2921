import { type LaneStates, type LaneVendor, storedLane } from '../../lib/due/lane-state.ts'
import type { Lane } from '../../lib/due/lanes.ts'
import type { Firestore } from './client.ts'
import { addExtras } from './commit-extras.ts'
import { resolvedCommit } from './failures.ts'
import { repository, unchanged, withoutUndefined } from './repository.ts'

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

    saveLane(lane, revision, state, extras) {
      const batch = db.batch()
      const { pausedBy, failing } = state
      const fields = withoutUndefined({ pausedBy, failing })
      if (revision === undefined) batch.create(stored.doc(lane), fields)
      else {
        // Writes every field so that ended ones are removed; `set` takes no precondition.
        batch.update(
          stored.doc(lane),
          { pausedBy: pausedBy ?? null, failing: failing ?? null },
          unchanged(revision),
        )
      }
      addExtras(db, batch, extras)
      return resolvedCommit(batch.commit())
    },
  }
}
