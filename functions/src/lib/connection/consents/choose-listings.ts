import type { Actor } from '../../actor.ts'
import { auditingFailure, buildAuditEntry } from '../../audit.ts'
import { bestEffort } from '../../best-effort.ts'
import { DomainError, type FieldError } from '../../errors.ts'
import { asDomainError } from '../rejections.ts'
import { changeConsent, readConsent } from './change-consent.ts'
import { type ChosenListing, type Consent, isGranted } from './consent.ts'
import { type ConsentDeps, workOnConsent } from './work-on-consent.ts'

export interface Choice {
  listingId: string
  propertyId: string
  ratePlanId: string
}

/** When somebody else maps them, where this process does not. Milliseconds. */
const patienceMs = 20_000

/**
 * Has listings sold by rate plans: each becomes due work, which has begun when this answers. What is mapped or under way
 * stays as it is, and what failed is dropped unless it is chosen again. Throws `validation-failed`, `not-found`, and `ota-setup-incomplete` before the host's consent.
 */
export function chooseListings(
  deps: ConsentDeps,
  actor: Actor,
  { consentId, choices }: { consentId: string; choices: readonly Choice[] },
): Promise<void> {
  const audit = buildAuditEntry(deps, actor, 'success', {
    ...{ action: 'consent.map', targetType: 'consent', targetId: consentId },
    metadata: { listings: choices.length },
  })
  const choose = async () => {
    const { value } = await readConsent(deps, consentId)
    const records = await Promise.all(
      value.propertyIds.map(async id => [id, await deps.connections.property(id)] as const),
    )
    const planAt = new Map(
      records.flatMap(([propertyId, { ratePlans }]) =>
        ratePlans.map(plan => [`${propertyId}/${plan.id}`, plan.channelManagerRatePlanId] as const),
      ),
    )
    await changeConsent(
      deps,
      consentId,
      consent => {
        checkOpen(consent)
        const mappings = chosenNow(consent, choices, planAt)
        const isSame = mappings.length === consent.mappings.length
        if (isSame && mappings.every(one => consent.mappings.includes(one))) return 'done'
        return { ...consent, mappings, dueAt: new Date(deps.clock.now().getTime() + patienceMs) }
      },
      { audits: [audit] },
    )
  }
  return auditingFailure(deps, audit, choose, asDomainError).then(() =>
    bestEffort(deps.log, 'mapping of listings', () => workOnConsent(deps, consentId)),
  )
}

function checkOpen(consent: Consent): void {
  if (consent.state === 'activating' || consent.returned)
    throw new DomainError('connection-in-progress', 'The channel is being worked on right now.', {
      ...{ nextAction: 'Wait a minute, then look at it again.', retryAfterSeconds: 10 },
    })
  if (isGranted(consent)) return
  throw new DomainError('ota-setup-incomplete', 'The host has not let us connect yet.', {
    nextAction: 'Send the host the link, or ask again.',
  })
}

/** Everything that is mapped or under way, and what is new of the choice. Pure. */
function chosenNow(
  { mappings, propertyIds }: Consent,
  choices: readonly Choice[],
  planAt: ReadonlyMap<string, string | null | undefined>,
): ChosenListing[] {
  const kept = mappings.filter(({ state }) => state !== 'failed')
  const errors: FieldError[] = []
  const fresh = choices.flatMap(({ listingId, propertyId, ratePlanId }, at): ChosenListing[] => {
    const wrong = (field: string, message: string) => {
      errors.push({ path: `mappings.${at}.${field}`, message })
      return []
    }
    if (!propertyIds.includes(propertyId)) return wrong('propertyId', 'must be a property of the consent')
    const plan = planAt.get(`${propertyId}/${ratePlanId}`)
    if (!plan) return wrong('ratePlanId', 'must be a rate plan of the property that the channel manager has')
    const others = choices.slice(0, at)
    if (others.some(one => one.listingId === listingId)) return wrong('listingId', 'must stand here once')
    if (others.some(one => planAt.get(`${one.propertyId}/${one.ratePlanId}`) === plan))
      return wrong('ratePlanId', 'must stand here once')
    const before = kept.find(one => one.listingId === listingId)
    if (before) return before.channelManagerRatePlanId === plan ? [] : wrong('listingId', 'is mapped already')
    if (kept.some(one => one.channelManagerRatePlanId === plan))
      return wrong('ratePlanId', 'sells another listing')
    const named = { listingId, propertyId, ratePlanId }
    return [{ ...named, channelManagerRatePlanId: plan, state: 'waiting' }]
  })
  if (errors.length === 0) return [...kept, ...fresh]
  throw new DomainError('validation-failed', 'These listings cannot be mapped so.', {
    ...{ nextAction: 'Correct what "errors" names and send it again.', errors },
  })
}
