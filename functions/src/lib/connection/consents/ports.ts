import type { CommitExtras } from '../../commit-extras.ts'
import type { Commit } from '../../durable/change.ts'
import type { Revision, Versioned } from '../../ports.ts'
import type { PropertyChannel, SoldListing } from '../channels/property-channel.ts'
import type { Rejection } from '../model.ts'
import type { OpenRequest } from '../ports.ts'
import type { Consent } from './consent.ts'

/** A property that a completed consent connects. */
export interface ConsentedProperty {
  propertyId: string
  /** Connected by this channel before: it only gets other listings. */
  before: boolean
  /** Of its channel of this OTA, standing or not; undefined where there was none. */
  channelRevision: Revision | undefined
  /** Confirmed, kept of its channel. */
  closures: PropertyChannel['closures']
  listings: SoldListing[]
  landlordId: string
  paymentId: string | undefined
  attemptId: string
  subscription: { id: string; amount: number; currency: string } | undefined
  requests: readonly OpenRequest[]
}

/** Requests that a consent did not lead to a connection for. */
export interface RejectedRequests {
  requests: readonly OpenRequest[]
  rejection: Rejection
}

/** `consents`. */
export interface Consents {
  read(consentId: string): Promise<Versioned<Consent> | undefined>
  /** Every one of a channel. */
  ofChannel(channelManagerChannelId: string): Promise<{ id: string; consent: Consent }[]>
  /** Every one that names the property. */
  ofProperty(propertyId: string): Promise<{ id: string; consent: Consent }[]>
  /** Writes all of it, and the end of the requests; undefined as `previous`: there was none. */
  put(
    consentId: string,
    consent: Consent,
    previous: Revision | undefined,
    extras?: CommitExtras & { rejected?: RejectedRequests | undefined },
  ): Promise<Commit<Revision>>
  /** The same in one commit with the channels of its properties as they were read, their requests and subscriptions. */
  complete(
    consentId: string,
    consent: Consent,
    previous: Revision,
    completion: { properties: readonly ConsentedProperty[]; at: Date },
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
}
