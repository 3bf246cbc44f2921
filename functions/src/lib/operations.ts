import type { Spending } from './chat/delivery/spending.ts'
import type { LaneStates } from './due/lane-state.ts'
import type { Heartbeats } from './health/heartbeat.ts'
import type { Checkpoints } from './rounds/checkpoints.ts'

/** The system's own state: how far rounds have come, signs of life, closed lanes, and the day's paid sends. */
export interface Operations extends Checkpoints, Heartbeats, LaneStates, Spending {}
