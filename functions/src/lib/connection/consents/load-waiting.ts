import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { openItem } from '../../items/change-item.ts'
import { LoadGoesOnError, loadReservations } from '../../reservations/load-reservations.ts'
import type { PullDeps } from '../../reservations/run-pull.ts'
import { channelIdOf } from '../attempt/completion.ts'
import { type OtaName, otas } from '../otas.ts'
import { isPassing } from '../rejections.ts'
import { changeConsent } from './change-consent.ts'
import type { Consent } from './consent.ts'

type Deps = PullDeps & Needs<'auditLog' | 'consents' | 'items'>

/** How long one run begins to load, when the rest is due, and how long it is tried. Milliseconds. */
const [budgetMs, againMs, longestMs] = [20_000, 60_000, 3_600_000]

/**
 * Has the reservations of what is newly sold loaded, in the name of who activated it. Those that could not begin are last
 * in the next run, and each is tried for an hour.
 */
export async function loadWaiting(deps: Deps, consentId: string, consent: Consent): Promise<Consent> {
  const { toLoad, ota } = consent
  if (!toLoad) return consent
  const startedAt = deps.clock.now().getTime()
  const over = new Set<string>()
  const tried: { propertyId: string; since: Date }[] = []
  for (const propertyId of toLoad.propertyIds) {
    const now = deps.clock.now()
    if (now.getTime() - startedAt >= budgetMs) break
    const channel = { propertyId, channelId: channelIdOf({ propertyId, ota }) }
    const { since = now } = toLoad.tries.find(one => one.propertyId === propertyId) ?? {}
    const error = await failureOf(deps, toLoad.actor, channel)
    const isLate = deps.clock.now().getTime() - since.getTime() > longestMs
    const isLast = error !== undefined && (isLate || !mayWork(error))
    if (isLast) await tellPerson(deps, channel, ota, error)
    if (isLast || !error) over.add(propertyId)
    else tried.push({ propertyId, since })
  }
  return changeConsent(deps, consentId, ({ toLoad: now, ...rest }) => {
    if (!now) return 'done'
    const left = now.propertyIds.filter(id => !over.has(id))
    if (left.length === 0) return rest
    const isTried = (id: string) => tried.some(one => one.propertyId === id)
    const dueAt = new Date(deps.clock.now().getTime() + againMs)
    const toLoadThen = {
      ...now,
      propertyIds: [...left.filter(id => !isTried(id)), ...left.filter(isTried)],
      tries: [...now.tries.filter(({ propertyId: id }) => left.includes(id) && !isTried(id)), ...tried],
    }
    return { ...rest, toLoad: toLoadThen, dueAt }
  })
}

type Ref = Record<'propertyId' | 'channelId', string>

/** Undefined where it has begun: it goes on by itself. */
async function failureOf(deps: Deps, actor: Actor, channel: Ref): Promise<{ error: unknown } | undefined> {
  try {
    await loadReservations(deps, actor, channel)
    return undefined
  } catch (error) {
    if (error instanceof LoadGoesOnError) return undefined
    deps.log.error('reservations of a new connection were not loaded', { ...channel, error })
    return { error }
  }
}

const mayWork = ({ error }: { error: unknown }): boolean =>
  !(error instanceof DomainError) || error.code === 'load-in-progress' || isPassing(error.code)

/** That it is given up; not where it has been disconnected since. */
async function tellPerson(
  deps: Deps,
  channel: Ref,
  ota: OtaName,
  { error }: { error: unknown },
): Promise<void> {
  if (error instanceof DomainError && error.code === 'channel-not-found') return
  await openItem(deps, {
    ...{ id: `connection-finished_${channel.channelId}`, kind: 'connection-finished', ...channel, ota },
    detail: `It is live at ${otas[ota].label}, and its reservations could not be loaded.`,
    nextAction: 'Load the reservations on the page of the channel.',
    createdAt: deps.clock.now(),
  })
}
