import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { LoadGoesOnError, loadReservations } from '../../reservations/load-reservations.ts'
import type { PullDeps } from '../../reservations/run-pull.ts'
import { channelIdOf } from '../attempt/completion.ts'
import { isPassing } from '../rejections.ts'
import { changeConsent } from './change-consent.ts'
import type { Consent } from './consent.ts'

type Deps = PullDeps & Needs<'auditLog' | 'consents'>

/** How long one run begins to load, when the rest is due, and how long it is tried. Milliseconds. */
const [budgetMs, againMs, longestMs] = [20_000, 60_000, 3_600_000]

/** Has the reservations of new channels loaded, in the name of who activated them. Those that could not begin stay. */
export async function loadWaiting(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { toLoad, ota } = consent
  if (!toLoad) return consent
  const startedAt = deps.clock.now().getTime()
  const over = new Set<string>()
  for (const propertyId of toLoad.propertyIds) {
    if (deps.clock.now().getTime() - startedAt >= budgetMs) break
    const channelId = channelIdOf({ propertyId, ota })
    if (await hasBegun(deps, toLoad, { propertyId, channelId })) over.add(propertyId)
  }
  return changeConsent(deps, consentId, ({ toLoad: now, ...rest }) => {
    if (!now) return 'done'
    const propertyIds = now.propertyIds.filter(id => !over.has(id))
    if (propertyIds.length === 0) return rest
    const dueAt = new Date(deps.clock.now().getTime() + againMs)
    return { ...rest, toLoad: { ...now, propertyIds }, dueAt }
  })
}

/** Or can never: what a later try mends is tried for an hour. */
async function hasBegun(
  deps: Deps,
  { actor, at }: NonNullable<Consent['toLoad']>,
  channel: { propertyId: string; channelId: string },
): Promise<boolean> {
  try {
    await loadReservations(deps, actor, channel)
    return true
  } catch (error) {
    if (error instanceof LoadGoesOnError) return true
    deps.log.error('reservations of a new connection were not loaded', { ...channel, error })
    const mayWork =
      !(error instanceof DomainError) || error.code === 'load-in-progress' || isPassing(error.code)
    return !mayWork || (at !== undefined && deps.clock.now().getTime() - at.getTime() > longestMs)
  }
}
