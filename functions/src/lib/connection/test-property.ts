import type { DomainError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import { inProgress } from './attempt/claim.ts'
import { isRunning } from './attempt/facts.ts'
import type { ChannelManager } from './channel-manager.ts'
import { activeChannel } from './connect-property.ts'
import { otas } from './otas.ts'
import type { Connections, Properties, Target } from './ports.ts'
import { checkPrerequisites, loadTarget, prepared } from './prerequisites.ts'
import { asDomainError } from './rejections.ts'
import { requireGroup } from './steps/channel-steps.ts'
import { requireMapping, requireOffer } from './steps/connection-steps.ts'
import { requireConnection } from './steps/diagnose.ts'
import { connectedElsewhere, findOtherHolder } from './steps/elsewhere.ts'

export interface TestPropertyDeps {
  connections: Connections
  properties: Properties
  channelManager: ChannelManager
  clock: Clock
}

/** `ok`, or what stands in the way and what to do about it. `detail` of a good one says what it cannot know. */
export interface TestResult {
  ok: boolean
  code?: string
  detail?: string
  nextAction?: string
}

/** A Hosting rewrite ends at 60 s. Milliseconds. */
const budgetMs = 45_000

type TestInput = Target & { hotelId: string }

/** What connect would say, as far as that can be known without side effects. A property that does not exist throws. */
export async function testProperty(deps: TestPropertyDeps, input: TestInput): Promise<TestResult> {
  const end = deps.clock.now().getTime() + budgetMs
  const channelManager = deps.channelManager.within(() => end - deps.clock.now().getTime())
  try {
    return await tryOut({ ...deps, channelManager }, input)
  } catch (error) {
    const problem = asDomainError(error)
    if (problem.code === 'property-not-found' || problem.code === 'internal') throw problem
    return finding(problem)
  }
}

async function tryOut(deps: TestPropertyDeps, input: TestInput): Promise<TestResult> {
  const { channelManager, clock } = deps
  const { ota, hotelId } = input
  const context = await loadTarget(deps, input)
  const ready = checkPrerequisites(context, input)
  if (activeChannel(context, input)) {
    await requireConnection(channelManager, ota, hotelId)
    return { ok: true, detail: 'The property is connected already.' }
  }
  const attempt = context.attempt?.value
  if (attempt && isRunning(attempt, clock.now())) throw inProgress(attempt.leaseUntil, clock.now())
  const { channelManagerPropertyId } = ready
  // Side by side, and reported in the order in which connect would meet them.
  const [account, tested, offer, group, holder] = await Promise.allSettled([
    prepared(deps, context, ready),
    requireConnection(channelManager, ota, hotelId),
    requireOffer(channelManager, ota, hotelId),
    requireGroup(channelManager, channelManagerPropertyId),
    findOtherHolder(deps, input, { ota, hotelId, channelManagerPropertyId }),
  ])
  const { rooms, ratePlans } = fulfilledValue(account)
  fulfilledValue(tested)
  const offered = fulfilledValue(offer)
  fulfilledValue(group)
  requireMapping(ota, offered, rooms, ratePlans)
  if (holder.status === 'fulfilled' && holder.value) throw connectedElsewhere(input, holder.value)
  return { ok: true, detail: unknowable(otas[ota].label, holder.status === 'fulfilled') }
}

function fulfilledValue<T>(end: PromiseSettledResult<T>): T {
  if (end.status === 'rejected') throw end.reason
  return end.value
}

const unknowable = (label: string, isListed: boolean): string =>
  `What only connecting shows: whether ${
    isListed
      ? `somebody else has connected this ${label} property`
      : `this ${label} property is connected elsewhere`
  }, whether the payment is accepted, and whether the channel manager activates the channel.`

const finding = ({ code, detail, nextAction }: DomainError): TestResult => ({
  ok: false,
  code,
  detail,
  ...(nextAction !== undefined && { nextAction }),
})
