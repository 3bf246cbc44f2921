import { type AuditEntry, type AuditLog, type AuditSubject, buildAuditEntry } from '../../audit.ts'
import type { Items } from '../../items/item.ts'
import type { Step } from '../../pipeline.ts'
import type { Clock, System } from '../../ports.ts'
import type { ChannelManager, OtaOffer } from '../channel-manager.ts'
import type { Mapping } from '../model.ts'
import type { Billing, Connections, Properties, Target } from '../ports.ts'
import type { Prepared } from '../prerequisites.ts'
import type { AttemptFacts, AttemptState, Initiator } from './facts.ts'

export interface StepDeps {
  channelManager: ChannelManager
  /** The same for compensating, with time left when that for the steps has run out. */
  compensating: ChannelManager
  billing: Billing
  connections: Connections
  properties: Properties
  clock: Clock
}

export interface ConnectPropertyDeps extends System, Omit<StepDeps, 'compensating'> {
  items: Items
  auditLog: Pick<AuditLog, 'countRefusal'>
}

export type ConnectPropertyInput = Pick<
  AttemptFacts,
  'propertyId' | 'ota' | 'hotelId' | 'paymentId' | 'listingUrl'
>

/** What the steps work with. */
export interface Order extends Prepared {
  facts: AttemptFacts
  /** Resumes what another process has started. */
  isResumed: boolean
}

/** What the steps find out and do, one after another. The journalled part of it is the attempt's state. */
export type ConnectionState = AttemptState & {
  offer?: OtaOffer
  mapping?: Mapping
  groupId?: string
}

export type ConnectionStep = Step<ConnectionState>

/** What the audit log says of a wish to connect a property. `error`: the code of its failure. */
export const auditSubject = (
  { propertyId, ota, hotelId }: Target & Pick<AttemptFacts, 'hotelId'>,
  error?: string,
): AuditSubject => ({
  action: 'property.connect',
  targetType: 'property',
  targetId: propertyId,
  metadata: { ota, hotelId, ...(error !== undefined && { error }) },
})

/** How an attempt ended: one entry for each initiator, whoever writes it. */
export function auditOf(
  deps: System,
  { facts, initiator }: { facts: AttemptFacts; initiator: Initiator },
  error?: string,
): AuditEntry | undefined {
  const outcome = error === undefined ? 'success' : 'failure'
  const entry = buildAuditEntry(deps, initiator.actor, outcome, auditSubject(facts, error))
  return entry && { ...entry, id: initiator.auditId }
}
