import type { Confirmations } from '../billing/confirm-invoice.ts'
import type { CommitExtras } from '../commit-extras.ts'
import type { Commit } from '../durable/change.ts'
import type { Claim } from '../durable/lease.ts'
import type { StepEntry } from '../pipeline.ts'
import type { Revision, Versioned } from '../ports.ts'
import type { Attempt, AttemptFacts, AttemptState, Initiator, Leftover, Reason } from './attempt/facts.ts'
import type { PropertyChannel } from './channels/property-channel.ts'
import type { GuidedRequests, SentStep } from './guide/sent-steps.ts'
import type { Account, ConnectionRequest, Mapping, Property, RatePlan, Rejection, Room } from './model.ts'
import type { OtaName } from './otas.ts'
import type { Takeover } from './properties/plan-takeover.ts'
import type { RequestList } from './requests/list-requests.ts'
import type { Wait, WaitingFor, WaitingRequest } from './requests/waiting.ts'
import type { Target } from './target.ts'

/** A property and what it sells. Invalid documents are left out and named in `defects`. */
export interface PropertyRecord {
  property: Property | undefined
  /** Of the stored property, valid or not. */
  revision?: Revision | undefined
  rooms: Room[]
  ratePlans: RatePlan[]
  /** Problems of the stored property, and of its rooms and rate plans, one sentence each. */
  defects: { property: string[]; rooms: string[] }
}

/** `properties` with their rooms and rate plans, and `accounts`. */
interface Properties {
  /** Reads in parallel. With neither a property nor a defect of it, there is no such property. */
  property(propertyId: string): Promise<PropertyRecord>
  /** Undefined if missing or invalid. */
  propertyAlone(propertyId: string): Promise<Property | undefined>
  /** Those of ours with these ids at the channel manager, by them. */
  propertiesAt(
    channelManagerPropertyIds: readonly string[],
  ): Promise<ReadonlyMap<string, { propertyId: string; name: string }>>
  /** Creates the property, or changes that revision of it, in one commit with its rooms and rate plans. */
  takeOver(
    propertyId: string,
    takeover: Takeover,
    previous: Revision | undefined,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
  /** Accounts whose name begins so, by name, 50 at most. */
  accountsNamed(beginning: string): Promise<{ landlordId: string; name: string }[]>
  /** Throws `property-incomplete` if it is invalid. */
  account(landlordId: string): Promise<Account | undefined>
}

/** The stored state of connecting a target. */
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

/** A channel of ours for a hotel. */
interface HotelHolder {
  propertyId: string
  channelManagerChannelId: string
  hasEnded: boolean
}

/** A connection request as it was read. */
export interface OpenRequest {
  id: string
  revision: Revision
  isCompleted: boolean
  /** The hotel that it is tried again with, where it waits for the OTA's acceptance. */
  waitsWith?: string | undefined
}

/** A property and an OTA that a connection is asked for; the OTA may be one of an older release. */
export interface AskedFor {
  propertyId: string
  ota: string
}

/** `connectingUntil`: a try that nobody stops is under way. */
export interface StandingRequest {
  status: string
  connectingUntil?: Date | undefined
  /** It is left to us until the OTA accepts. */
  isLeftToUs: boolean
  /** Of its guide. */
  sentSteps?: readonly SentStep[] | undefined
}

/** What decides whether a connection may be asked for, or a request be withdrawn. */
export interface StandingRequests {
  property: { landlordId: string | undefined } | undefined
  /** By id. */
  requests: ReadonlyMap<string, Versioned<StandingRequest>>
  isConnected: boolean
  isConnecting: boolean
}

/** A request that somebody makes. */
interface NewRequest extends AskedFor {
  id: string
  askedBy: string
  at: Date
  /** Of its guide, from before. */
  sentSteps?: readonly SentStep[] | undefined
}

/** The end of an attempt that did not connect. */
interface RejectedAttempt {
  requests: readonly OpenRequest[]
  at: Date
  /** Undefined if already written. */
  rejection?: Rejection | undefined
  /** The step that failed. */
  currentStep?: string | undefined
  /** What could not be compensated. */
  leftover?: Leftover | undefined
}

/** The one commit of a successful connection. */
export interface Completion {
  facts: AttemptFacts
  channelManagerChannelId: string
  mapping: Mapping
  /** The OTA's offer at the time of mapping. */
  offer: unknown
  /** Of what somebody chose before. */
  review?: PropertyChannel['review'] | undefined
  /** The channel's, if the channel manager returns it. */
  currency?: string | undefined
  subscription?: { id: string; amount: number; currency: string } | undefined
  at: Date
}

/** The end of requests without a running attempt. */
export type RequestEnd =
  | {
      status: 'rejected'
      rejection: Rejection
      tried: Pick<AttemptFacts, 'hotelId' | 'listingUrl'>
      /** What waits for the OTA's acceptance of the hotel that was tried goes on waiting; else this ends it. */
      keepsWait: boolean
    }
  | { status: 'completed'; at: Date }

/**
 * `connectionAttempts`, `connectionRequests`, and the properties that they are about. Every change is one commit, with its extras, under the revisions that
 * were read.
 */
export interface Connections extends RequestList, Properties, GuidedRequests {
  /** Reads in parallel. */
  load(target: Target): Promise<ConnectionRecord>
  attempt(target: Target): Promise<Versioned<Attempt> | undefined>
  /** The named requests that still exist, and all pending ones of the target, if given. */
  openRequests(requestIds: readonly string[], pendingFor?: Target): Promise<OpenRequest[]>
  /** What the request is about; undefined if there is none. */
  askedFor(requestId: string): Promise<AskedFor | undefined>
  /** Reads in parallel. */
  standingRequests(about: AskedFor): Promise<StandingRequests>
  /** Makes it pending, in place of its earlier state, if any. */
  ask(request: NewRequest, previous: Revision | undefined, extras: CommitExtras): Promise<Commit<Revision>>
  withdraw(requestId: string, previous: Revision, extras: CommitExtras): Promise<Commit<Revision>>
  /** A request with what it is tried again with, if it is. */
  waiting(requestId: string): Promise<Versioned<WaitingRequest> | undefined>
  /** Null: it is not tried any more. */
  changeWait(
    requestId: string,
    next: { waitingFor: WaitingFor; wait: Wait; tryAt: Date } | null,
    previous: Revision,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
  /** Our channels for a hotel, of any property, those of connections that have ended included. */
  holdersOf(ota: OtaName, hotelId: string): Promise<HotelHolder[]>
  /** The id of another property of ours that is connected by this channel, if any. */
  userOf(channelManagerChannelId: string, target: Target): Promise<string | undefined>
  /** Undefined as `previous`: there was none. */
  claim(claim: AttemptClaim, previous: Revision | undefined, extras: CommitExtras): Promise<Commit<Revision>>
  journal(target: Target, entry: JournalEntry, revision: Revision): Promise<Commit<Revision>>
  /** Ends the lease then, and what is left to do is due. */
  release(target: Target, at: Date, revision: Revision): Promise<Commit<Revision>>
  reject(
    facts: AttemptFacts,
    rejected: RejectedAttempt,
    revision: Revision,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
  complete(
    completion: Completion,
    requests: readonly OpenRequest[],
    revision: Revision,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
  /** Ends requests without an attempt. Writes at least one document. */
  endRequests(
    requests: readonly OpenRequest[],
    end: RequestEnd,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
}

export interface SubscriptionOrder {
  paymentId: string
  landlordId: string
  target: Target
  attemptId: string
  at: Date
}

/** `refused`: the payment is used elsewhere, or the attempt's reservation was cancelled. */
export type ReservationOutcome =
  | { outcome: 'reserved'; subscriptionId: string }
  | { outcome: 'paid-already' }
  | { outcome: 'refused' }

/**
 * Subscriptions of the connection service. Every call may throw ProviderError; after `unknown` only `reservationOf` can
 * tell. A reservation charges nothing until the commit that completes the connection. The billing system reports whether
 * its invoice was paid (`Confirmations`).
 */
export interface Billing extends Confirmations {
  /**
   * Reserves the payment, unless the target has an active subscription. The same attempt again gets the same answer.
   */
  reserve(order: SubscriptionOrder): Promise<ReservationOutcome>
  /** The attempt's reservation, unless cancelled. */
  reservationOf(attemptId: string): Promise<{ subscriptionId: string } | undefined>
  /**
   * Cancels the attempt's reservation, and any of it still in flight. Leaves an active subscription, or another attempt's,
   * alone.
   */
  cancel(order: SubscriptionOrder): Promise<void>
}
