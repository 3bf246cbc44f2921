import type { Step } from '../pipeline.ts'
import type { Clock, System } from '../ports.ts'
import type { ChannelManager, OtaOffer } from './channel-manager.ts'
import type { Account, Attempt, Mapping, RatePlan, Room } from './model.ts'
import type { Billing, ConnectionStore, Target } from './ports.ts'

export interface StepDeps {
  channelManager: ChannelManager
  /** The same for taking back, with time left when that for going on has run out. */
  undoing: ChannelManager
  billing: Billing
  clock: Clock
}

export interface ConnectPropertyDeps extends System, Omit<StepDeps, 'undoing'> {
  connections: ConnectionStore
}

export interface ConnectPropertyInput extends Target {
  hotelId: string
  paymentId?: string | undefined
  listingUrl?: string | undefined
}

/** What one attempt is about. */
export interface Order {
  target: Target
  attemptId: string
  hotelId: string
  paymentId?: string | undefined
  propertyName: string
  landlordId: string
  channelManagerPropertyId: string
  account: Account
  rooms: Room[]
  ratePlans: RatePlan[]
  /** An earlier attempt may have created the channel without learning of it. */
  mayHaveLeftChannel: boolean
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
