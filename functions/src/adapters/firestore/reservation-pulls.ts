import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore'
import type { HeldPull, PullPatch, PullStore } from '../../lib/reservations/ports.ts'
import { type Pull, progressOf, storedPull } from '../../lib/reservations/pull.ts'
import { isHeld } from '../../lib/reservations/request-pull.ts'
import { settled } from './failures.ts'
import { auditDoc } from './paths.ts'
import { allOf } from './query-pages.ts'
import { parsed, plain, revisionOf, unchanged, versioned } from './values.ts'

export const pullDoc = (db: Firestore, propertyId: string): DocumentReference =>
  db.doc(`reservationPulls/${propertyId}`)

/** Pulls that one run of the sweep looks through. */
const page = 200

export const pullStore = (db: Firestore): PullStore => ({
  async read(propertyId) {
    return versioned(await pullDoc(db, propertyId).get(), storedPull)
  },
  async write(propertyId, pull, previous) {
    const document = pullDoc(db, propertyId)
    const write = previous ? document.update({ ...pull }, unchanged(previous)) : document.create(pull)
    if (await settled(write)) return { value: pull, revision: revisionOf((await write).writeTime) }
    const now = versioned(await document.get(), storedPull)
    return now && isSame(now.value, pull) ? now : undefined
  },
  async change(propertyId, held, patch, audits = []) {
    const batch = db.batch()
    batch.update(pullDoc(db, propertyId), { ...patch }, unchanged(held.revision))
    for (const { id, ...entry } of audits) batch.set(auditDoc(db, id), entry)
    const write = batch.commit()
    if (!(await settled(write))) return undefined
    return changed(held, patch, (await write)[0]?.writeTime)
  },
  async unfinished(now) {
    const open = await allOf(db.collection('reservationPulls').where('open', '==', true), undefined, page)
    return open
      .flatMap(snapshot => {
        const pull = storedPull.safeParse(plain(snapshot.data())).data
        return pull && !isHeld(pull, now) && !(pull.dueAt && pull.dueAt > now)
          ? [{ id: snapshot.id, pull }]
          : []
      })
      .sort((a, b) => a.pull.requestedAt.getTime() - b.pull.requestedAt.getTime())
      .map(({ id }) => id)
  },
  async progressOf(propertyId) {
    return progressOf(parsed(await pullDoc(db, propertyId).get(), storedPull))
  },
})

/** The pull as its holder's write left it. */
export const changed = (held: HeldPull, patch: PullPatch, writeTime: Timestamp | undefined): HeldPull => ({
  value: { ...held.value, ...patch },
  revision: writeTime ? revisionOf(writeTime) : held.revision,
})

/** A claim is known by its id: a write of it whose answer was lost went through. */
const isSame = (one: Pull, other: Pull): boolean => one.claimId === other.claimId
