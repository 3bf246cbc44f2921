import type { Firestore } from 'firebase-admin/firestore'
import type { Commit } from '../../lib/durable/change.ts'
import type { HeldPull, Pulls } from '../../lib/reservations/ports.ts'
import { type Pull, storedPull } from '../../lib/reservations/pull.ts'
import { isHeld } from '../../lib/reservations/request-pull.ts'
import { accompany } from './company.ts'
import { resolvedCommit } from './failures.ts'
import { allOf } from './query-pages.ts'
import { repository } from './repository.ts'
import { unchanged } from './values.ts'

/** Pulls that one run of the sweep looks through. */
const page = 200

export const pullDocs = (db: Firestore) =>
  repository(db, { path: (propertyId: string) => `reservationPulls/${propertyId}`, schema: storedPull })

export function pulls(db: Firestore): Pulls {
  const stored = pullDocs(db)
  return {
    pull: stored.read,

    async claimPull(propertyId, pull, previous) {
      const document = stored.doc(propertyId)
      const write = previous ? document.update({ ...pull }, unchanged(previous)) : document.create(pull)
      return held(pull, await resolvedCommit(write))
    },

    async changePull(propertyId, { value, revision }, patch, company = {}) {
      const batch = db.batch()
      batch.update(stored.doc(propertyId), { ...patch }, unchanged(revision))
      accompany(db, batch, company)
      return held({ ...value, ...patch }, await resolvedCommit(batch.commit()))
    },

    async unfinishedPulls(now) {
      const open = await allOf(db.collection('reservationPulls').where('open', '==', true), undefined, page)
      return open
        .flatMap(snapshot => {
          const pull = stored.sound(snapshot)?.value
          return pull && !isHeld(pull, now) && !(pull.dueAt && pull.dueAt > now)
            ? [{ id: snapshot.id, pull }]
            : []
        })
        .sort((a, b) => a.pull.requestedAt.getTime() - b.pull.requestedAt.getTime())
        .map(({ id }) => id)
    },
  }
}

/** The pull as its holder's write left it. */
const held = (value: Pull, ended: Commit<HeldPull['revision']>): Commit<HeldPull> =>
  ended === 'unresolved' ? ended : { result: { value, revision: ended.result } }
