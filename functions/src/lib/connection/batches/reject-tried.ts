import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { canResume } from '../attempt/claim.ts'
import { isRunning } from '../attempt/facts.ts'
import type { OtaName } from '../otas.ts'
import { isRejection } from '../rejections.ts'
import { endRequests } from '../requests/refuse-requests.ts'
import type { Row } from './batch.ts'

/** Whether a try of it failed in passing, which has left the requests as they were. */
const failedInPassing = ({ state, reason }: Row): boolean =>
  (state === 'chosen' || state === 'connecting') && reason !== undefined && isRejection(reason.code)

/**
 * For a row that is not tried again: its pending requests say why the last try failed, as after any other failed try.
 * Whoever else connects the property says so themselves.
 */
export async function rejectTried(
  deps: Needs<'auditLog' | 'connections'>,
  row: Row,
  ota: OtaName,
): Promise<void> {
  const { propertyId, hotelId, reason } = row
  if (!reason || !failedInPassing(row)) return
  await bestEffort(deps.log, 'rejecting the requests of a stopped row', async () => {
    const { channel, attempt, requests } = await deps.connections.load({ propertyId, ota })
    const now = deps.clock.now()
    const goesOn = attempt && (isRunning(attempt.value, now) || canResume(attempt.value))
    if (goesOn || (channel && channel.status !== 'disconnected')) return
    const pending = requests.flatMap(({ id, status }) => (status === 'pending' ? [id] : []))
    const { code, detail } = reason
    await endRequests(deps, pending, {
      status: 'rejected',
      rejection: { code, detail, nextAction: tryAgain, at: now },
      tried: { hotelId, listingUrl: undefined },
      keepsWait: true,
    })
  })
}

const tryAgain =
  'It was stopped in a batch before another try. Choose it there again, or connect it by itself.'
