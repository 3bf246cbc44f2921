import { type AuditEntry, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import type { Step } from '../../pipeline.ts'
import type { System } from '../../ports.ts'
import type { ChannelManager, ChannelRate, OtaOffer } from '../channel-manager.ts'
import type { Mapping } from '../model.ts'
import type { Prepared } from '../prerequisites.ts'
import type { Target } from '../target.ts'
import type { AttemptFacts, AttemptState, Initiator } from './facts.ts'

export type ConnectPropertyDeps = Needs<'auditLog' | 'billing' | 'channelManager' | 'connections' | 'items'>

/** `compensating`: the channel manager for compensation, which has time left when the steps have none. */
export type StepDeps = Needs<'billing' | 'channelManager' | 'connections'> & {
  compensating: ChannelManager
}

export type ConnectPropertyInput = Pick<
  AttemptFacts,
  | 'propertyId'
  | 'ota'
  | 'hotelId'
  | 'paymentId'
  | 'price'
  | 'listingUrl'
  | 'chosen'
  | 'waitingRequest'
  | 'isTriedAgain'
>

/** What the steps work with. */
export interface Order extends Prepared {
  facts: AttemptFacts
  /** Resumes what another process has started. */
  isResumed: boolean
}

/** The state that the steps build up. Its journalled part is the attempt's state. */
export type ConnectionState = AttemptState & {
  /** The lines of a channel that existed before. */
  foundRates?: ChannelRate[]
  offer?: OtaOffer
  mapping?: Mapping
  groupId?: string
}

export type ConnectionStep = Step<ConnectionState>

/** The audit entry's subject for connecting a property. `error`: the code of its failure. */
export const auditSubject = (
  { propertyId, ota, hotelId }: Target & Pick<AttemptFacts, 'hotelId'>,
  error?: string,
): AuditSubject => ({
  action: 'property.connect',
  targetType: 'property',
  targetId: propertyId,
  metadata: { ota, hotelId, ...(error !== undefined && { error }) },
})

/** An attempt's outcome: one entry per initiator, whoever writes it. */
export function auditOf(
  deps: System,
  { facts, initiator }: { facts: AttemptFacts; initiator: Initiator },
  error?: string,
): AuditEntry | undefined {
  const outcome = error === undefined ? 'success' : 'failure'
  const entry = buildAuditEntry(deps, initiator.actor, auditSubject(facts, error), outcome)
  return entry && { ...entry, id: initiator.auditId }
}
