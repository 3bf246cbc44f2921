import type { AuditEntry } from '../audit.ts'
import type { OutgoingEmail } from '../email/ports.ts'
import type { StepStatus } from '../pipeline.ts'
import type { Revision, Versioned } from '../ports.ts'
import type {
  Account,
  Attempt,
  ConnectionRequest,
  Mapping,
  Property,
  PropertyChannel,
  RatePlan,
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
  hotelId: string
  actorId: string
  channelManagerPropertyId: string
  requestIds: string[]
  startedAt: Date
  leaseUntil: Date
  /** What an earlier attempt left behind. */
  state: Attempt['state']
}

export interface JournalEntry {
  step: string
  status: StepStatus
  state: Attempt['state']
  at: Date
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
  listingUrl?: string | undefined
  requestIds: string[]
  subscription?: { id: string; amount: number; currency: string } | undefined
  email?: OutgoingEmail | undefined
  /** Said when there is something a person has to look at. */
  item?: { kind: string; detail: string } | undefined
  audit?: AuditEntry | undefined
  at: Date
}

export interface ConnectionStore {
  load(target: Target): Promise<TargetContext>
  account(landlordId: string): Promise<Account | undefined>
  /** Undefined when somebody else has claimed since `previous` was read. */
  claim(target: Target, claim: AttemptClaim, previous: Revision | undefined): Promise<Revision | undefined>
  /** Throws when the attempt is no longer the holder of the claim. */
  journal(target: Target, revision: Revision, entry: JournalEntry): Promise<Revision>
  pendingRequestIds(target: Target): Promise<string[]>
  /**
   * Answers with the requests that it completed: those named that still exist, and all that are pending. Throws when
   * the claim is lost. A commit of the same attempt that has gone through already is fine.
   */
  complete(completion: Completion, revision: Revision): Promise<string[]>
  /** Sets requests completed that a channel which is active already answers. */
  closeRequests(requestIds: readonly string[], at: Date): Promise<void>
  /** Requests that have been completed meanwhile stay so. With a revision also ends the attempt. */
  reject(rejected: RejectedAttempt): Promise<void>
}

export interface RejectedAttempt {
  target: Target
  requestIds: string[]
  rejection: Rejection
  audit?: AuditEntry | undefined
  attempt?: { attemptId: string; revision: Revision; state: Attempt['state']; undone: boolean } | undefined
}

export interface SubscriptionOrder {
  paymentId: string
  landlordId: string
  target: Target
  attemptId: string
  at: Date
}

/** Subscriptions of the connection service. */
export interface Billing {
  hasActiveSubscription(target: Target): Promise<boolean>
  /** Reserves the payment: a subscription that does not charge yet. Undefined when the payment serves another one. */
  reserve(order: SubscriptionOrder): Promise<{ subscriptionId: string } | undefined>
  /** Takes a reservation back. One that is gone or cancelled is fine. */
  cancel(subscriptionId: string): Promise<void>
}
