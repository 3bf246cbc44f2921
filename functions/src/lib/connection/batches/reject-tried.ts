import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { canResume, isRunning } from '../job/job.ts'
import { loadConnection } from '../job/load-target.ts'
import { endRequests } from '../job/refuse-requests.ts'
import type { OtaName } from '../otas.ts'
import { isRejection } from '../rejections.ts'
import type { Row } from './batch.ts'

const failedInPassing = ({ state, reason }: Row): boolean =>
  (state === 'chosen' || state === 'connecting') && reason !== undefined && isRejection(reason.code)

/** A passing failure left the requests pending; a running job ends them itself. */
export async function rejectTried(deps: Needs<'auditLog' | 'store'>, row: Row, ota: OtaName): Promise<void> {
  const { propertyId, hotelId, reason } = row
  if (!reason || !failedInPassing(row)) return
  await bestEffort(deps.log, 'rejecting the requests of a stopped row', async () => {
    const { channel, job, requests } = await loadConnection(deps.store, { propertyId, ota })
    const now = deps.clock.now()
    const goesOn = job && (isRunning(job.value, now) || canResume(job.value))
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
