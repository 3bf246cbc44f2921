import { buildAuditEntry } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { auditSubject } from '../attempt/attempt.ts'
import type { PropertyChannel, SoldListing } from '../channels/property-channel.ts'
import { readConsent } from './change-consent.ts'
import { type Activation, type ChosenListing, type Consent, hotelIdOf, listedIn } from './consent.ts'
import type { ConsentedProperty } from './ports.ts'
import { isStanding, openOf } from './refuse-consent.ts'
import { attemptIdOf, type Reserved } from './reserve-payments.ts'
import { told } from './tell-landlord.ts'

type Deps = Needs<'connections' | 'consents'>

interface State {
  consent: Versioned<Consent>
  properties: ConsentedProperty[]
}

/** One commit: the channels, their requests and subscriptions, audit, and one e-mail to the landlord. */
export const complete = (
  deps: Deps,
  consentId: string,
  activation: Activation,
  properties: readonly Reserved[],
): Promise<Consent> =>
  change<State, State, Consent>(deps, {
    async read() {
      const consent = await readConsent(deps, consentId)
      const isOver = consent.value.activation?.id !== activation.id
      const connected = isOver
        ? []
        : await connectedBy(deps, consentId, consent.value, activation, properties)
      return { consent, properties: connected }
    },
    decide: state => {
      const { value } = state.consent
      return value.activation?.id === activation.id ? { write: state } : { result: value }
    },
    async commit({ consent: { value, revision }, properties: connected }) {
      const at = deps.clock.now()
      const { activation: _, undo: __, reason: ___, ...rest } = value
      const fresh = connected.filter(({ before }) => !before)
      const added = new Set(
        rest.mappings.flatMap(one => (one.state === 'mapped' && !one.isSold ? [one.propertyId] : [])),
      )
      const unread = connected.filter(one => !one.before || added.has(one.propertyId))
      const next: Consent = {
        ...{ ...rest, state: 'active', dueAt: at },
        mappings: rest.mappings.map(one => (one.state === 'mapped' ? { ...one, isSold: true } : one)),
        ...(unread.length > 0 && { toLoad: toLoadWith(rest.toLoad, unread, activation) }),
      }
      const extras = {
        audits: connected.map(one => auditOf(deps, value, activation, one)),
        ...told(deps, consentId, { value, activation, properties, fresh, at }),
      }
      const written = await deps.consents.complete(
        consentId,
        next,
        revision,
        { properties: connected, at },
        extras,
      )
      return resolvedAs(written, next)
    },
  })

/** Throws DomainError where one cannot be connected by this channel now. */
export function connectedBy(
  deps: Deps,
  consentId: string,
  consent: Consent,
  activation: Activation,
  properties: readonly Reserved[],
): Promise<ConsentedProperty[]> {
  const asked = { consentId, consent, activation, listed: listedIn(consent) }
  return Promise.all(properties.map(one => connectedOne(deps, asked, one)))
}

interface Asked {
  consentId: string
  consent: Consent
  activation: Activation
  listed: ReturnType<typeof listedIn>
}

async function connectedOne(
  deps: Deps,
  { consentId, consent, activation, listed }: Asked,
  { propertyId, paymentId, subscription }: Reserved,
): Promise<ConsentedProperty> {
  const { ota, landlordId, channelManagerChannelId } = consent
  const target = { propertyId, ota }
  const sold = listed.get(propertyId)
  if (!sold)
    throw new DomainError('mapping-failed', `No listing of ${propertyId} is mapped any more.`, {
      nextAction: 'Choose its listings again, then activate.',
    })
  const record = await deps.connections.load(target)
  const stands = isStanding(record)
  if (stands && record.channel?.channelManagerChannelId !== channelManagerChannelId)
    throw new DomainError('already-connected', `${propertyId} is connected by another channel.`, {
      nextAction: 'Disconnect it there first.',
    })
  if (record.channel?.status === 'disconnecting')
    throw new DomainError('connection-in-progress', `${propertyId} is being disconnected right now.`, {
      nextAction: 'Wait a minute for that to finish, then activate again.',
    })
  return {
    ...{ propertyId, paymentId, subscription, landlordId, before: stands },
    ...{ channelRevision: record.channelRevision, closures: record.channel?.closures },
    attemptId: attemptIdOf(activation, propertyId),
    listings: soldBy(consentId, stands ? record.channel : undefined, sold),
    requests: await openOf(deps, record, target),
  }
}

/** With what an activation before has left to load; what sells something new has its time again. */
function toLoadWith(
  before: Consent['toLoad'],
  unread: readonly ConsentedProperty[],
  { actor }: Activation,
): Consent['toLoad'] {
  const ids = unread.map(({ propertyId }) => propertyId)
  return {
    propertyIds: [...new Set([...(before?.propertyIds ?? []), ...ids])],
    tries: (before?.tries ?? []).filter(({ propertyId }) => !ids.includes(propertyId)),
    actor,
  }
}

/** What this consent has mapped, and of a channel that another consent has filled what that one has. */
function soldBy(
  consentId: string,
  before: PropertyChannel | undefined,
  mapped: readonly ChosenListing[],
): SoldListing[] {
  const own = mapped.map(({ listingId, ratePlanId, channelManagerRatePlanId }) => ({
    ...{ listingId, ratePlanId, channelManagerRatePlanId },
  }))
  const others = before?.consentId === consentId ? [] : (before?.listings ?? [])
  return [...others.filter(one => !own.some(({ listingId }) => listingId === one.listingId)), ...own]
}

const auditOf = (
  deps: Deps,
  { ota }: Consent,
  { actor }: Activation,
  { propertyId, listings }: ConsentedProperty,
) => {
  const subject = auditSubject({ propertyId, ota, hotelId: hotelIdOf({ listings }) })
  return buildAuditEntry(deps, actor, 'success', subject)
}
