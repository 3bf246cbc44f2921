import type { Needs } from '../../context.ts'
import { ProviderError } from '../../errors.ts'
import { settleWaiting } from '../../reservations/settle-waiting.ts'
import { fromProviderError } from '../rejections.ts'
import { changeConsent } from './change-consent.ts'
import { type ChosenListing, type Consent, isAtWork, isSameSale, reasonIn } from './consent.ts'
import { longestMs, outcomeOf } from './listing-outcome.ts'

type Deps = Needs<'channelManager' | 'consents' | 'reservations'>

/** The channel manager takes about 30 seconds. */
const againMs = 10_000
/** How long one run asks for listings; the rest is due at once. */
const budgetMs = 20_000

/**
 * Has the listings that wait mapped, each by one call, and sees which are. What was asked for before is only looked for.
 * One of which the channel manager does not say what came of it leaves the others, and has failed after ten minutes.
 * Bookings of a property whose listing is mapped by now are settled. Throws ProviderError once the others are dealt with.
 */
export async function mapWaiting(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { channelManagerChannelId: id } = consent
  const waiting = consent.mappings.filter(({ state }) => state === 'waiting')
  if (id === undefined || waiting.length === 0) return consent
  const startedAt = deps.clock.now().getTime()
  const channel = await deps.channelManager.channel(id)
  const seen: ChosenListing[] = []
  let failure: ProviderError | undefined
  let [hasMore, isAway] = [false, false]
  for (const one of waiting) {
    const now = deps.clock.now()
    const known = outcomeOf(one, channel, consent.ota, now)
    if (known) seen.push({ ...one, ...known })
    else if (!one.sentAt && now.getTime() - startedAt >= budgetMs) hasMore = true
    else if (!one.sentAt && !isAway) {
      // Whoever disconnects the property meanwhile knows that it may come.
      const current = await changeConsent(deps, consentId, stored => triedOf(stored, one, now))
      if (!current.mappings.some(other => isSame(other, one))) continue
      try {
        await deps.channelManager.mapListing(id, one)
        seen.push({ ...one, sentAt: deps.clock.now() })
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const { triedAt = now } = one
        const isOver =
          error.kind === 'permanent' || deps.clock.now().getTime() - triedAt.getTime() > longestMs
        if (isOver && !error.isUnasked)
          seen.push({ ...one, state: 'failed', reason: reasonIn(fromProviderError(error)) })
        else {
          if (!error.isUnasked) seen.push({ ...one, triedAt })
          failure ??= error
          isAway = error.kind !== 'unknown'
        }
      }
    }
  }
  // Before it is written, so that whoever resumes a run that died repeats it.
  const mapped = new Set(seen.flatMap(({ state, propertyId }) => (state === 'mapped' ? [propertyId] : [])))
  for (const propertyId of mapped) await settleWaiting(deps, propertyId)
  const after = await changeConsent(deps, consentId, current => {
    const { dueAt: _, ...rest } = current
    const mappings = current.mappings.map(one => ({ ...one, ...seen.find(other => isSame(one, other)) }))
    const next: Consent = { ...rest, mappings }
    const dueAt = new Date(deps.clock.now().getTime() + (hasMore ? 0 : againMs))
    return isAtWork(next) ? { ...next, dueAt } : next
  })
  if (failure) throw failure
  return after
}

function triedOf(consent: Consent, one: ChosenListing, now: Date): Consent | 'done' {
  const isNew = consent.mappings.some(other => isSame(other, one) && !other.triedAt)
  if (!isNew) return 'done'
  const mappings = consent.mappings.map(other => (isSame(other, one) ? { ...other, triedAt: now } : other))
  return { ...consent, mappings }
}

const isSame = (a: ChosenListing, b: ChosenListing): boolean => a.state === 'waiting' && isSameSale(a, b)
