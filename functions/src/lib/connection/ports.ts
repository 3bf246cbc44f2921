import type { AuditEntry } from '../audit.ts'
import type { NewEmail } from '../email/ports.ts'
import { DomainError } from '../errors.ts'
import type { NewItem } from '../items/item.ts'
import type { StepEntry } from '../pipeline.ts'
import type { Revision, Versioned } from '../ports.ts'
import type {
  Account,
  Attempt,
  ConnectionRequest,
  Leftover,
  Mapping,
  Press,
  Property,
  PropertyChannel,
  RatePlan,
  Reason,
  Rejection,
  Room,
} from './model.ts'
import type { OtaName } from './otas.ts'

/** A property and an OTA: at most one attempt and one channel exist for each pair. */
export interface Target {
  propertyId: string
  ota: OtaName
}

/** Everything about a target that the checks before the claim need. Reads in parallel. */
export interface TargetContext {
  property: Property | undefined
  rooms: Room[]
  ratePlans: RatePlan[]
  channel: PropertyChannel | undefined
  attempt: Versioned<Attempt> | undefined
  requests: ConnectionRequest[]
  /** What is wrong with the stored property, and with its rooms and rate plans, one sentence each. */
  defects: { property: string[]; rooms: string[] }
}

export interface AttemptClaim {
  attemptId: string
  claimId: string
  hotelId: string
  paymentId?: string | undefined
  listingUrl?: string | undefined
  press: Press
  landlordId: string
  channelManagerPropertyId: string
  requestIds: string[]
  /** Of a new attempt. */
  startedAt?: Date | undefined
  leaseUntil: Date
  resumes: number
  currentStep: string
  state: Attempt['state']
  steps: Attempt['steps']
  /** What an earlier attempt left behind. */
  leftover?: Leftover | undefined
  failure?: Reason | undefined
  isTold?: boolean | undefined
  /** Of the press whose process died, when somebody else's takes its place. */
  interrupted?: AuditEntry | undefined
}

/** The right to go on with an attempt, as of its last write. */
export interface Holder {
  target: Target
  attemptId: string
  claimId: string
  revision: Revision
}

/** Somebody else has taken the attempt over: whatever is to be done or written is theirs. */
export class ClaimLostError extends DomainError {
  constructor() {
    super('connection-in-progress', 'Connecting this property has been taken over by another try.', {
      nextAction: 'Wait for it to finish, then look at the result.',
      retryAfterSeconds: 10,
    })
  }
}

export interface JournalEntry extends StepEntry {
  state: Attempt['state']
  passed: StepEntry[]
  /** The step that runs now. */
  currentStep: string
  failure?: Reason | undefined
}

/** A connection request as it was read. */
export interface OpenRequest {
  id: string
  revision: Revision
}

/** The one commit of a connection that worked. */
export interface Completion {
  target: Target
  attemptId: string
  hotelId: string
  channelManagerChannelId: string
  landlordId: string
  mapping: Mapping
  /** What the OTA offered when it was mapped. */
  offer: unknown
  /** The channel's, where the channel manager tells it. */
  currency?: string | undefined
  listingUrl?: string | undefined
  requestIds: string[]
  subscription?: { id: string; amount: number; currency: string } | undefined
  email?: NewEmail | undefined
  /** Said when there is something a person has to look at. */
  item?: NewItem | undefined
  audit?: AuditEntry | undefined
  at: Date
}

export interface ConnectionStore {
  load(target: Target): Promise<TargetContext>
  account(landlordId: string): Promise<Account | undefined>
  /** The name of the property that has this id at the channel manager; undefined when it is none of ours. */
  propertyName(channelManagerPropertyId: string): Promise<string | undefined>
  /** The name of another property of ours whose connection stands on this channel; undefined when there is none. */
  userOf(channelManagerChannelId: string, target: Target): Promise<string | undefined>
  /** Undefined when somebody else has claimed since `previous` was read. */
  claim(target: Target, claim: AttemptClaim, previous: Revision | undefined): Promise<Revision | undefined>
  /** Throws ClaimLostError when somebody else holds the attempt now. */
  journal(holder: Holder, entry: JournalEntry): Promise<Revision>
  pendingRequestIds(target: Target): Promise<string[]>
  /** Those named that still exist, and all that are pending. */
  openRequests(target: Target, requestIds: readonly string[]): Promise<OpenRequest[]>
  /**
   * Answers with the requests that it completed: those of `openRequests`, read anew where none are given or one of them
   * has changed. Throws ClaimLostError. A commit of the same claim that has gone through already is fine.
   */
  complete(completion: Completion, holder: Holder, requests?: OpenRequest[]): Promise<string[]>
  /** Sets requests completed that a channel which is active already answers. */
  closeRequests(requestIds: readonly string[], at: Date): Promise<void>
  /** Rejects requests that no attempt of ours stands behind. Those that have been completed meanwhile stay so. */
  refuse(refusal: Refusal): Promise<void>
  /** The same for those of an attempt, which it ends. Throws ClaimLostError, and then nothing is written. */
  reject(rejected: RejectedAttempt, holder: Holder): Promise<void>
  /** Ends the attempt again, after what it had left was tried to be taken back. Throws ClaimLostError. */
  settle(holder: Holder, leftover: Leftover | undefined): Promise<void>
  /** Opens an item unless it is open. */
  openItem(item: NewItem): Promise<void>
  /** Closes it if it is open. */
  closeItem(id: string, at: Date): Promise<void>
  /** Targets whose attempt has died, or has left something to take back; as many as one run of a sweep takes. */
  unfinished(now: Date): Promise<Target[]>
}

export interface Refusal {
  requestIds: string[]
  rejection: Rejection
  audit?: AuditEntry | undefined
}

export interface RejectedAttempt extends Refusal {
  /** The step that failed. */
  currentStep?: string | undefined
  /** What could not be taken back. */
  leftover?: Leftover | undefined
}

export interface SubscriptionOrder {
  paymentId: string
  landlordId: string
  target: Target
  attemptId: string
  at: Date
}

/** `refused`: the payment serves something else, or the attempt's reservation was cancelled. */
export type ReservationOutcome =
  | { outcome: 'reserved'; subscriptionId: string }
  | { outcome: 'paid-already' }
  | { outcome: 'refused' }

/**
 * Subscriptions of the connection service. Every call may throw ProviderError; after an `unknown` one only
 * `reservationOf` tells. A reservation charges nothing: it starts to with the commit that completes the connection.
 */
export interface Billing {
  /**
   * Reserves the payment, unless the target has an active subscription. The same attempt again gets the same answer.
   */
  reserve(order: SubscriptionOrder): Promise<ReservationOutcome>
  /** What the attempt has reserved and not cancelled. */
  reservationOf(attemptId: string): Promise<{ subscriptionId: string } | undefined>
  /**
   * Takes the attempt's reservation back, and refuses one that may yet come. An active subscription, or another
   * attempt's, is left alone.
   */
  cancel(order: SubscriptionOrder): Promise<void>
}
