import type { Needs } from '../../context.ts'
import type { ErrorCode } from '../../errors.ts'
import type { NewItem } from '../../items/item.ts'
import { expiring, fieldRemoval, patch, put, type StoredDocument, type Write } from '../../store.ts'
import { otas } from '../otas.ts'
import { pauseAfter } from '../patience.ts'
import { type Target, targetOf } from '../target.ts'
import { isUnfinished, type Job, jobAt, type Progress, type Wait } from './job.ts'

const later: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['ota-setup-incomplete', 'connection-test-failed', 'connection-in-progress'] as const),
  ...(['provider-unavailable', 'provider-timeout', 'internal'] as const),
])

/** Time alone may resolve it. */
export const isForLater = (code: string): boolean => later.has(code)

export function waitFields({ clock, rules }: Needs<'rules'>, wait: Wait, tries = wait.tries) {
  const pauseMs = pauseAfter(tries, rules.acceptanceWait())
  return { wait: { ...wait, tries }, dueAt: new Date(clock.now().getTime() + pauseMs) }
}

export const waitingWrite = (
  deps: Needs<'rules'>,
  target: Target,
  job: StoredDocument<Job> | undefined,
  wait: Wait,
): Write => {
  const untried = { status: 'waiting', attemptId: '', hotelId: wait.hotelId, leaseUntil: wait.since }
  return put(
    jobAt(target),
    { ...(job ? { expireAt: fieldRemoval } : untried), ...waitFields(deps, wait) },
    job?.revision,
  )
}

/** A job that has begun goes on. */
export const stopWrites = (
  job: StoredDocument<Progress & { wait?: Pick<Wait, 'requestId'> | undefined }> | undefined,
  requestId: string,
  at: Date,
): Write[] => {
  if (job?.value.wait?.requestId !== requestId) return []
  return [patch(job, isUnfinished(job.value) ? { wait: fieldRemoval } : overFields(at), job.revision)]
}

export const overFields = (at: Date) => ({
  wait: fieldRemoval,
  dueAt: fieldRemoval,
  ...expiring('connectionAttempts', at),
})

export const awaits = (job: Job | undefined, { since, tries }: Wait): boolean =>
  job?.wait !== undefined &&
  !isUnfinished(job) &&
  job.wait.since.getTime() === since.getTime() &&
  job.wait.tries === tries

export const endedItem = (
  target: Target,
  { requestId, hotelId }: Wait,
  why: string,
  createdAt: Date,
): NewItem => ({
  id: `connection-wait-ended_${requestId}`,
  kind: 'connection-wait-ended',
  detail: `Connecting ${otas[target.ota].label} property ${hotelId} is not tried any more. ${why}`,
  nextAction: 'Open the request, see what is missing, then connect it or leave it to us again.',
  ...targetOf(target),
  createdAt,
})
