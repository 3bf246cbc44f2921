import { type LaneStates, storedLane } from '../../lib/due/lane-state.ts'
import type { Lane } from '../../lib/due/lanes.ts'
import type { Firestore } from './client.ts'
import { accompany } from './company.ts'
import { resolvedCommit } from './failures.ts'
import { repository, unchanged, withoutUndefined } from './repository.ts'

const twilio = { name: 'twilio', key: 'TWILIO_AUTH_TOKEN' }
const vendors: LaneStates['vendors'] = {
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
    vendors,
    read: stored.read,

    write(lane, revision, state, company) {
      const batch = db.batch()
      const { pausedBy, failing } = state
      const fields = withoutUndefined({ pausedBy, failing })
      if (revision === undefined) batch.create(stored.doc(lane), fields)
      else {
        // Every field is written, so that one that is over is taken away; `set` knows no precondition.
        batch.update(
          stored.doc(lane),
          { pausedBy: pausedBy ?? null, failing: failing ?? null },
          unchanged(revision),
        )
      }
      accompany(db, batch, company)
      return resolvedCommit(batch.commit())
    },
  }
}
