import type { Step } from '../../pipeline.ts'
import type { Clock, System } from '../../ports.ts'
import type { ChannelManager, OtaOffer } from '../channel-manager.ts'
import type { Account, Attempt, Mapping, RatePlan, Room } from '../model.ts'
import type { Billing, ConnectionStore, Target } from '../ports.ts'

export interface StepDeps {
  channelManager: ChannelManager
  /** The same for taking back, with time left when that for going on has run out. */
  undoing: ChannelManager
  billing: Billing
  connections: ConnectionStore
  clock: Clock
}

export interface ConnectPropertyDeps extends System, Omit<StepDeps, 'undoing'> {}

export interface ConnectPropertyInput extends Target {
  hotelId: string
  paymentId?: string | undefined
  listingUrl?: string | undefined
}

/** What is needed to take back what an attempt did. */
export interface UndoOrder {
  target: Target
  attemptId: string
  paymentId?: string | undefined
  landlordId: string
}

/** What one attempt is about. */
export interface Order extends UndoOrder {
  hotelId: string
  propertyName: string
  channelManagerPropertyId: string
  account: Account
  rooms: Room[]
  ratePlans: RatePlan[]
  /** Goes on with what another process has begun. */
  isResumed: boolean
}

/** What the steps find out and do, one after another. The journalled part of it is the attempt's state. */
export type ConnectionState = Attempt['state'] & {
  offer?: OtaOffer
  mapping?: Mapping
  groupId?: string
}

export type ConnectionStep = Step<ConnectionState>

/** A step ran without what an earlier one gives: a mistake in the order of the steps. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}
