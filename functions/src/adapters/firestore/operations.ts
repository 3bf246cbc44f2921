import type { Operations } from '../../lib/operations.ts'
import type { Clock } from '../../lib/ports.ts'
import { checkpoints } from './checkpoints.ts'
import type { Firestore } from './client.ts'
import { heartbeats } from './heartbeats.ts'
import { laneStates } from './lanes.ts'
import { spending } from './spending.ts'

/** `atMost`: the cap on all sends. */
export const operations = (db: Firestore, clock: Clock, atMost: () => number): Operations => ({
  ...checkpoints(db),
  ...heartbeats(db),
  ...laneStates(db),
  ...spending(db, clock, atMost),
})
