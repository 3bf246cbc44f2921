import type { Revision } from '../ports.ts'
import { collection, gone, patch, put, type Store, type Write } from '../store.ts'
import type { HeldPull, PullPatch } from './ports.ts'
import { type Pull, storedPull } from './pull.ts'

const pulls = collection('reservationPulls/{propertyId}', storedPull)

/** One pull per property at a time. */
export const readPull = (store: Pick<Store, 'read'>, propertyId: string): Promise<HeldPull | undefined> =>
  store.read(pulls.at(propertyId))

export const claimWrite = (propertyId: string, pull: Pull, previous: Revision | undefined): Write =>
  put(pulls.at(propertyId), pull, previous)

export const pullWrite = (propertyId: string, { revision }: HeldPull, changes: PullPatch): Write =>
  patch(pulls.at(propertyId), { ...changes, ...(changes.dueAt === null && { dueAt: gone }) }, revision)
