import type { Company } from '../company.ts'
import type { Commit } from '../durable/change.ts'
import type { Claim } from '../durable/lease.ts'
import type { StepEntry } from '../pipeline.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { Attempt, AttemptFacts, AttemptState, Initiator, Leftover, Reason } from './attempt/facts.ts'
import type { PropertyChannel } from './channels/property-channel.ts'
import type { Account, ConnectionRequest, Mapping, Property, RatePlan, Rejection, Room } from './model.ts'
import type { OtaName } from './otas.ts'
import type { RequestList } from './requests/list-requests.ts'

/** A property and an OTA: at most one attempt and one channel exist for each pair. */
export interface Target {
  propertyId: string
  ota: OtaName
}

/** A property and what it sells. What is stored in another shape is missing, and named among the defects. */
export interface PropertyRecord {
  property: Property | undefined
  rooms: Room[]
  ratePlans: RatePlan[]
  /** What is wrong with the stored property, and with its rooms and rate plans, one sentence each. */
  defects: { property: string[]; rooms: string[] }
}

/** `properties` with their rooms and rate plans, and `accounts`. */
export interface Properties {
  /** Reads in parallel. There is no such property when neither the property nor a defect of it is there. */
  load(propertyId: string): Promise<PropertyRecord>
  /** Undefined when there is none, or one of another shape. */
  name(propertyId: string): Promise<string | undefined>
  /** The name of the property that has this id at the channel manager; undefined when it is none of ours. */
  nameAt(channelManagerPropertyId: string): Promise<string | undefined>
  /** Throws `property-incomplete` when it is stored in another shape. */
  account(landlordId: string): Promise<Account | undefined>
}

/** What is stored of connecting a target. */
export interface ConnectionRecord {
  channel: PropertyChannel | undefined
  attempt: Versioned<Attempt> | undefined
  requests: ConnectionRequest[]
}

/** Everything about a target that the checks before the claim need. */
export type TargetContext = PropertyRecord & ConnectionRecord

export interface AttemptClaim
  extends Claim,
    Pick<Attempt, 'facts' | 'resumes' | 'state' | 'steps' | 'leftover' | 'failure'> {
  initiator: Initiator
  /** Of a new attempt. */
  startedAt?: Date | undefined
  currentStep: string
  isNotified?: boolean | undefined
}

export interface JournalEntry extends StepEntry {
  state: AttemptState
  passed: StepEntry[]
  /** The step that runs now. */
  currentStep: string
  failure?: Reason | undefined
}

/** A connection request as it was read. */
export interface OpenRequest {
  id: string
  revision: Revision
  isCompleted: boolean
}

/** The end of an attempt that did not connect. */
export interface RejectedAttempt {
  requests: readonly OpenRequest[]
  at: Date
  /** Undefined when it has been written before. */
  rejection?: Rejection | undefined
  /** The step that failed. */
  currentStep?: string | undefined
  /** What could not be compensated. */
  leftover?: Leftover | undefined
}

/** The one commit of a connection that worked. */
export interface Completion {
  facts: AttemptFacts
  channelManagerChannelId: string
  mapping: Mapping
  /** What the OTA offered when it was mapped. */
  offer: unknown
  /** The channel's, where the channel manager tells it. */
  currency?: string | undefined
  subscription?: { id: string; amount: number; currency: string } | undefined
  at: Date
}

/** How requests end for which no attempt is running. */
export type RequestEnd = { status: 'rejected'; rejection: Rejection } | { status: 'completed'; at: Date }

/**
 * `connectionAttempts` and `connectionRequests`. Every change is one commit, with its company, under the revisions that
 * were read.
 */
export interface Connections extends RequestList {
  /** Reads in parallel. */
  load(target: Target): Promise<ConnectionRecord>
  attempt(target: Target): Promise<Versioned<Attempt> | undefined>
  /** Those named that still exist, and, where a target is given, all that are pending for it. */
  openRequests(requestIds: readonly string[], pendingFor?: Target): Promise<OpenRequest[]>
  /** The id of another property of ours whose connection stands on this channel; undefined when there is none. */
  userOf(channelManagerChannelId: string, target: Target): Promise<string | undefined>
  /** Undefined as `previous`: there was none. */
  claim(claim: AttemptClaim, previous: Revision | undefined, company: Company): Promise<Commit<Revision>>
  journal(target: Target, entry: JournalEntry, revision: Revision): Promise<Commit<Revision>>
  reject(
    target: Target,
    rejected: RejectedAttempt,
    revision: Revision,
    company: Company,
  ): Promise<Commit<Revision>>
  complete(
    completion: Completion,
    requests: readonly OpenRequest[],
    revision: Revision,
    company: Company,
  ): Promise<Commit<Revision>>
  /** Ends requests without an attempt. Writes at least one document. */
  endRequests(requests: readonly OpenRequest[], end: RequestEnd, company: Company): Promise<Commit<Revision>>
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
 * `reservationOf` tells. A reservation charges nothing: it starts to with the commit that completes the connection. Whether
 * its invoice was paid is the billing side's word (`Confirmations`).
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
