import type { SpendCaps } from '../../lib/chat/delivery/spending.ts'
import type { Ports } from '../../lib/context.ts'
import type { Clock } from '../../lib/ports.ts'
import { checkpoints } from './checkpoints.ts'
import type { Firestore } from './client.ts'
import { heartbeats } from './heartbeats.ts'
import { laneStates } from './lanes.ts'
import { spending } from './spending.ts'

export const operations = (db: Firestore, clock: Clock, caps: () => SpendCaps): Ports['operations'] => ({
  ...checkpoints(db),
  ...heartbeats(db),
  ...laneStates(db),
  ...spending(db, clock, caps),
})
