import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import { collection, patch, without } from '../../store.ts'
import { notWaiting, openRequests } from '../open-requests.ts'
import { otaNames } from '../otas.ts'
import { waitingFor } from '../patience.ts'
import { isUnfinished, jobAt, storedWait } from './job.ts'
import { waitingWrite } from './wait.ts'

const former = collection(
  'connectionRequests/{requestId}',
  z.object({
    propertyId: z.string(),
    ota: z.enum(otaNames),
    waitingFor,
    wait: storedWait.omit({ requestId: true, since: true, until: true }),
  }),
).sound

const minuteMs = 60_000

/** An earlier release stored the wait with its request. Of two, the job keeps the latest. */
export const moveWaiting = (deps: Needs<'rules' | 'store'>, requestId: string): Promise<void> =>
  amend(deps, {
    async read() {
      const request = await deps.store.read(former.at(requestId))
      const job = request && (await deps.store.read(jobAt(request.value)))
      const waiting = job?.value.wait?.requestId
      const isOther = waiting !== undefined && waiting !== requestId
      return { request, job, other: isOther ? await openRequests(deps.store, [waiting]) : [] }
    },
    decide({ request, job, other }) {
      if (!request) return { result: undefined }
      const {
        waitingFor: { since, until },
        wait,
      } = request.value
      const isLater = job && isUnfinished(job.value)
      const isReplaced = other.length > 0 && job?.value.wait && job.value.wait.since >= since
      if (isReplaced && !isLater)
        return { writes: [patch(request, notWaiting, request.revision)], result: undefined }
      const writes = isLater
        ? [patch(request, { tryAt: new Date(deps.clock.now().getTime() + minuteMs) }, request.revision)]
        : [
            patch(request, without(['wait', 'tryAt']), request.revision),
            waitingWrite(deps, request.value, job, { ...wait, requestId, since, until }),
            ...other.map(one => patch(one, notWaiting, one.revision)),
          ]
      return { writes, result: undefined }
    },
  })
