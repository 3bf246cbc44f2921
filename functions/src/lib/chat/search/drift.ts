import { isDeepStrictEqual } from 'node:util'
import type { StoredRecord, ThreadRecord } from './thread-record.ts'

/** `different`: at the same version; `orphaned`: without a thread. */
export type Drift = 'missing' | 'behind' | 'different' | 'ahead' | 'orphaned'

export interface DriftCounts extends Record<Drift, number> {
  threads: number
  repaired: number
  failed: number
}

export const noDrift = (): DriftCounts => ({
  threads: 0,
  missing: 0,
  behind: 0,
  different: 0,
  ahead: 0,
  orphaned: 0,
  repaired: 0,
  failed: 0,
})

export function driftOf(record: ThreadRecord, stored: StoredRecord | undefined): Drift | undefined {
  if (!stored) return 'missing'
  const version = versionOf(stored)
  if (version !== record.version) return version < record.version ? 'behind' : 'ahead'
  const isSame = Object.entries(record).every(([field, value]) => isDeepStrictEqual(stored[field], value))
  return isSame ? undefined : 'different'
}

/** The index's guard counts no version as 0. */
export const versionOf = (stored: StoredRecord | undefined): number =>
  typeof stored?.version === 'number' ? stored.version : 0
