import type { Actor } from '../actor.ts'
import type { Needs } from '../context.ts'
import type { DomainError } from '../errors.ts'
import { inProgress } from './attempt/claim.ts'
import { isRunning } from './attempt/facts.ts'
import { firstMapping, whyNothing } from './choosing/first-mapping.ts'
import { type ToChoose, toChoose } from './choosing/to-choose.ts'
import { activeChannel } from './connect-property.ts'
import { type MappingSummary, summarizeMapping } from './mapping/map-offer.ts'
import { otas } from './otas.ts'
import type { TargetContext } from './ports.ts'
import { checkPrerequisites, loadTarget, prepared, type ReadyTarget } from './prerequisites.ts'
import { asDomainError } from './rejections.ts'
import { openRequestIds, refuseRequests } from './requests/refuse-requests.ts'
import { requireGroup } from './steps/channel-steps.ts'
import { requireOffer } from './steps/connection-steps.ts'
import { requireConnection } from './steps/diagnose.ts'
import { connectedElsewhere, holderAmongOurs } from './steps/elsewhere.ts'
import type { Target } from './target.ts'

type Deps = Needs<'auditLog' | 'channelManager' | 'connections'>

/** `ok`, or the obstacle and what to do about it. If ok, `detail` says what the test cannot know. */
export interface TestResult {
  ok: boolean
  code?: string
  detail?: string
  nextAction?: string
  /** Pairs of room and rate as connecting would map them; absent where it is connected already. */
  mapping?: MappingSummary
  /** Where nothing of some of the OTA's rooms would be mapped. */
  toChoose?: ToChoose
}

/** A Hosting rewrite ends at 60 s. Milliseconds. */
const budgetMs = 45_000

interface TestInput extends Target {
  hotelId: string
  /** Whether a failing test rejects the requests that connecting would take. */
  reject?: boolean | undefined
}

/**
 * Predicts the outcome of connecting, without side effects unless `reject` is set. Throws for an unknown property, and
 * where the rejection cannot be stored.
 */
export async function testProperty(deps: Deps, actor: Actor, input: TestInput): Promise<TestResult> {
  let requestIds: string[] | undefined
  const end = deps.clock.now().getTime() + budgetMs
  const channelManager = deps.channelManager.within(() => end - deps.clock.now().getTime())
  const within = { ...deps, channelManager }
  const { problem, ...found } = await tried()
  if (!problem) return found
  if (input.reject) {
    const refused = { input, requestIds: requestIds && (await untaken(deps, input, requestIds)), problem }
    await refuseRequests(deps, actor, { ...refused, action: 'property.test' })
  }
  if (problem.code === 'property-not-found' || problem.code === 'internal') throw problem
  return { ...finding(problem), ...found, ok: false }

  async function tried(): Promise<Tried> {
    try {
      const context = await loadTarget(deps, input)
      requestIds = openRequestIds(context)
      const ready = checkPrerequisites(context, input)
      const isConnected = activeChannel(context, input) !== undefined
      // Failures do not reject requests of a connected property.
      if (isConnected) requestIds = []
      return await (isConnected ? tryAgain(within, input) : tryOut(within, input, { context, ready }))
    } catch (error) {
      return { ok: false, problem: asDomainError(error) }
    }
  }
}

/** With what stands in the way. */
type Tried = TestResult & { problem?: DomainError }

/** None where somebody has begun to connect, or has connected: that attempt decides on them. */
async function untaken(deps: Deps, input: TestInput, requestIds: string[]): Promise<string[]> {
  const { attempt, channel } = await loadTarget(deps, input)
  const isConnected = channel?.status === 'active' && channel.hotelId === input.hotelId
  return isConnected || attempt?.value.status === 'running' ? [] : requestIds
}

async function tryAgain({ channelManager }: Deps, { ota, hotelId }: TestInput): Promise<Tried> {
  await requireConnection(channelManager, ota, hotelId)
  return { ok: true, detail: 'The property is connected already.' }
}

interface Found {
  context: TargetContext
  ready: ReadyTarget
}

async function tryOut(deps: Deps, input: TestInput, { context, ready }: Found): Promise<Tried> {
  const { channelManager, clock } = deps
  const { ota, hotelId } = input
  const attempt = context.attempt?.value
  if (attempt && isRunning(attempt, clock.now())) throw inProgress(attempt.leaseUntil, clock.now())
  const { channelManagerPropertyId } = ready
  // In parallel, but reported in the order in which connect would meet them.
  const [account, tested, offer, group, holder] = await Promise.allSettled([
    prepared(deps, context, ready, hotelId),
    requireConnection(channelManager, ota, hotelId),
    requireOffer(channelManager, ota, hotelId),
    requireGroup(channelManager, channelManagerPropertyId),
    holderAmongOurs(deps, input, { ota, hotelId }),
  ])
  const ours = fulfilledValue(account)
  fulfilledValue(tested)
  const offered = fulfilledValue(offer)
  fulfilledValue(group)
  const mapping = firstMapping(offered, ours)
  const ground = { ...ours, offer: offered }
  const problem = whyNothing(ota, mapping, ground)
  const open = toChoose(mapping, ground)
  const choice = open && { toChoose: open }
  if (problem) return { ok: false, problem, ...choice }
  if (holder.status === 'fulfilled' && holder.value) throw connectedElsewhere(input, holder.value)
  return { ok: true, detail: unknowable(otas[ota].label), mapping: summarizeMapping(mapping), ...choice }
}

function fulfilledValue<T>(end: PromiseSettledResult<T>): T {
  if (end.status === 'rejected') throw end.reason
  return end.value
}

const unknowable = (label: string): string =>
  `What only connecting shows: whether this ${label} property is connected elsewhere, whether the payment is accepted, and whether the channel manager activates the channel.`

const finding = ({ code, detail, nextAction }: DomainError): TestResult => ({
  ok: false,
  code,
  detail,
  ...(nextAction !== undefined && { nextAction }),
})
