import type { Actor } from '../../actor.ts'
import { type AuditEntry, audited, buildAuditEntry, counted } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { type DomainError, isRefusal } from '../../errors.ts'
import { openRequests, type RequestEnd, requestEndWrites } from '../open-requests.ts'
import { isPassing, isRejection, reasonOf } from '../rejections.ts'
import type { Target } from '../target.ts'
import type { ConnectionRecord } from './load-target.ts'
import { auditSubject, type ConnectPropertyInput } from './order.ts'

type Deps = Needs<'auditLog' | 'store'>

export function openRequestIds({ requests }: ConnectionRecord): string[] {
  const rejectedAt = (index: number) => requests[index]?.rejection?.at?.getTime() ?? 0
  const rejected = requests.flatMap((request, index) => (request.status === 'rejected' ? [index] : []))
  const newest = rejected.toSorted((a, b) => rejectedAt(b) - rejectedAt(a))[0]
  return requests.flatMap((request, index) =>
    request.status === 'pending' || index === newest ? [request.id] : [],
  )
}

interface Refusal {
  input: ConnectPropertyInput
  /** Undefined: all pending requests. */
  requestIds: string[] | undefined
  problem: DomainError
  action: 'property.connect' | 'property.test'
}

/** Without requests a refusal is only counted. Rethrows a failed write. */
export async function refuseRequests(
  deps: Deps,
  actor: Actor,
  { input, requestIds: open, problem, action }: Refusal,
): Promise<void> {
  const subject = { ...auditSubject(input, problem.code), action }
  const audit = buildAuditEntry(deps, actor, subject, 'failure')
  const { hotelId, listingUrl, wait, isTriedAgain } = input
  const end: RequestEnd = {
    status: 'rejected',
    rejection: { ...reasonOf(problem), at: deps.clock.now() },
    tried: { hotelId, listingUrl },
    // A test is no try.
    keepsWait: action === 'property.test' || wait !== undefined,
  }
  try {
    const isOver = isRejection(problem.code) && !(isTriedAgain && isPassing(problem.code))
    const requestIds = isOver ? (open ?? (await pendingRequestIds(deps, input))) : []
    if (audit && requestIds.length === 0 && isRefusal(problem))
      await deps.auditLog.countRefusals(counted(audit, problem), 1)
    else await endRequests(deps, requestIds, end, audit)
  } catch (error) {
    await endRequests(deps, [], end, audit)
    throw error
  }
}

const pendingRequestIds = async ({ store }: Deps, target: Target): Promise<string[]> =>
  (await openRequests(store, [], target)).map(({ id }) => id)

/** Completed requests stay so. Idempotent. */
export const endRequests = (
  deps: Deps,
  requestIds: readonly string[],
  end: RequestEnd,
  audit?: AuditEntry,
): Promise<void> =>
  amend(deps, {
    read: () => openRequests(deps.store, requestIds),
    decide(requests) {
      const open = requests.filter(({ value }) => !value.isCompleted)
      return { writes: [...requestEndWrites(open, end), ...audited(audit)], result: undefined }
    },
  })
