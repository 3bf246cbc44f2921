import type { Revision, Versioned } from '../../ports.ts'
import { collection, fieldRemoval, patch, put, type Store, type Write } from '../../store.ts'
import { type Pull, storedPull } from './pull.ts'

export type PullPatch = Partial<Pull>

export type PullRecord = Versioned<Pull>

const pulls = collection('reservationPulls/{propertyId}', storedPull)

/** One pull per property at a time. */
export const readPull = (store: Store, propertyId: string): Promise<PullRecord | undefined> =>
  store.read(pulls.at(propertyId))

export const claimWrite = (propertyId: string, pull: Pull, previous: Revision | undefined): Write =>
  put(pulls.at(propertyId), pull, previous)

export const pullWrite = (propertyId: string, { revision }: PullRecord, changes: PullPatch): Write =>
  patch(
    pulls.at(propertyId),
    { ...changes, ...(changes.dueAt === null && { dueAt: fieldRemoval }) },
    revision,
  )
