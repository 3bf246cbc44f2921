import * as z from 'zod'
import type { Actor } from '../actor.ts'
import type { Needs } from '../context.ts'
import type { DomainError } from '../errors.ts'
import { firstMapping, whyNothing } from './choosing/first-mapping.ts'
import { choiceOfRooms, toChoose } from './choosing/to-choose.ts'
import { inProgress } from './job/claim.ts'
import { activeChannel } from './job/connect-property.ts'
import { isRunning } from './job/job.ts'
import { loadTarget, type TargetContext } from './job/load-target.ts'
import { openRequestIds, refuseRequests } from './job/refuse-requests.ts'
import { summarizeMapping } from './mapping/map-offer.ts'
import { mappingSummary } from './model.ts'
import { otas } from './otas.ts'
import { checkPrerequisites, type ReadyTarget } from './prerequisites.ts'
import { asDomainError } from './rejections.ts'
import { requireGroup } from './steps/channel-steps.ts'
import { requireOffer } from './steps/connection-steps.ts'
import { requireConnection } from './steps/diagnose.ts'
import { prepared } from './steps/order.ts'
import { connectedElsewhere, holderAmongOurs } from './steps/other-holders.ts'
import type { Target } from './target.ts'

type Deps = Needs<'auditLog' | 'channelManager' | 'store'>

export const testResult = z
  .object({
    ok: z.boolean(),
    code: z.string().optional().meta({ description: 'The code that connect would answer with.' }),
    detail: z.string().optional().meta({ description: 'Of a good one: what only connecting shows.' }),
    nextAction: z.string().optional(),
    mapping: mappingSummary.optional(),
    toChoose: choiceOfRooms.optional(),
  })
  .meta({ id: 'TestResult' })
export type TestResult = z.infer<typeof testResult>

/** A Hosting rewrite ends at 60 s. Milliseconds. */
const budgetMs = 45_000

interface TestInput extends Target {
  hotelId: string
  reject?: boolean | undefined
}

/** Without `reject` no side effects. Throws for an unknown property or a failed rejection. */
export async function testProperty(deps: Deps, actor: Actor, input: TestInput): Promise<TestResult> {
  let requestIds: string[] | undefined
  const end = deps.clock.now().getTime() + budgetMs
  const channelManager = deps.channelManager.within(() => end - deps.clock.now().getTime())
  const within = { ...deps, channelManager }
  const { problem, ...result } = await tried()
  if (!problem) return result
  if (input.reject) {
    const refused = { input, requestIds: requestIds && (await untaken(deps, input, requestIds)), problem }
    await refuseRequests(deps, actor, { ...refused, action: 'property.test' })
  }
  if (problem.code === 'property-not-found' || problem.code === 'internal') throw problem
  return { ...finding(problem), ...result, ok: false }

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

type Tried = TestResult & { problem?: DomainError }

/** A connection or running job decides on the requests. */
async function untaken(deps: Deps, input: TestInput, requestIds: string[]): Promise<string[]> {
  const { job, channel } = await loadTarget(deps, input)
  const isConnected = channel?.status === 'active' && channel.hotelId === input.hotelId
  return isConnected || job?.value.status === 'running' ? [] : requestIds
}

async function tryAgain({ channelManager }: Deps, { ota, hotelId }: TestInput): Promise<Tried> {
  await requireConnection(channelManager, ota, hotelId)
  return { ok: true, detail: 'The property is connected already.' }
}

interface TestTarget {
  context: TargetContext
  ready: ReadyTarget
}

async function tryOut(deps: Deps, input: TestInput, { context, ready }: TestTarget): Promise<Tried> {
  const { channelManager, clock } = deps
  const { ota, hotelId } = input
  const job = context.job?.value
  if (job && isRunning(job, clock.now())) throw inProgress(job.leaseUntil, clock.now())
  const { channelManagerPropertyId } = ready
  // In the order of connecting.
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
