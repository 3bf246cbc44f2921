import type { Actor } from '../../actor.ts'
import { type AuditEntry, buildAuditEntry, counted } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import { type DomainError, isRefusal } from '../../errors.ts'
import { auditSubject, type ConnectPropertyInput } from '../attempt/attempt.ts'
import type { ConnectionRecord, OpenRequest, RequestEnd } from '../ports.ts'
import { isPassing, isRejection, reasonOf } from '../rejections.ts'
import type { Target } from '../target.ts'

type Deps = Needs<'auditLog' | 'connections'>

/** The requests an attempt covers: pending ones and the newest rejected one. */
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
  /** Those an attempt would cover; undefined if unknown, for all pending ones. */
  requestIds: string[] | undefined
  problem: DomainError
  /** What the audit entry says was tried. */
  action: 'property.connect' | 'property.test'
}

/**
 * Rejects the requests if no attempt was made. The audit entry is written in any case; without requests, the refusal is
 * only counted. Throws where neither can be written.
 */
export async function refuseRequests(
  deps: Deps,
  actor: Actor,
  { input, requestIds: open, problem, action }: Refusal,
): Promise<void> {
  const subject = { ...auditSubject(input, problem.code), action }
  const audit = buildAuditEntry(deps, actor, subject, 'failure')
  const { hotelId, listingUrl, waitingRequest, isTriedAgain } = input
  const end: RequestEnd = {
    status: 'rejected',
    rejection: { ...reasonOf(problem), at: deps.clock.now() },
    tried: { hotelId, listingUrl },
    // A test is no new try.
    keepsWait: action === 'property.test' || waitingRequest !== undefined,
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

const pendingRequestIds = async ({ connections }: Deps, target: Target): Promise<string[]> =>
  (await connections.openRequests([], target)).map(({ id }) => id)

/** Requests completed meanwhile stay completed. Safe to repeat after a lost answer. */
export const endRequests = (
  deps: Deps,
  requestIds: readonly string[],
  end: RequestEnd,
  audit?: AuditEntry,
): Promise<void> =>
  change<OpenRequest[], OpenRequest[], void>(deps, {
    read: async () => (requestIds.length > 0 ? deps.connections.openRequests(requestIds) : []),
    decide(found) {
      const write = found.filter(({ isCompleted }) => !isCompleted)
      return write.length > 0 || audit ? { write } : { result: undefined }
    },
    commit: async requests =>
      resolvedAs(await deps.connections.endRequests(requests, end, { audits: [audit] }), undefined),
  })
