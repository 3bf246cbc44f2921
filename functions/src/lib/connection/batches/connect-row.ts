import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import type { DomainError } from '../../errors.ts'
import type { ConnectPropertyDeps } from '../attempt/attempt.ts'
import { connectProperty } from '../connect-property.ts'
import type { OtaName } from '../otas.ts'
import { asDomainError, isPassing } from '../rejections.ts'
import { askConnection } from '../requests/ask-connection.ts'
import { openRequestIds } from '../requests/refuse-requests.ts'
import { waitForAcceptance } from '../requests/wait-for-acceptance.ts'
import { asShown } from '../requests/waiting.ts'
import type { Row, RowReason } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, refused, settled } from './change-row.ts'
import { rejectTried } from './reject-tried.ts'
import { isAway } from './test-row.ts'
import { howFar, whyNot } from './why-not.ts'

export type ConnectRowDeps = ConnectPropertyDeps & Needs<'connectionBatches' | 'rules' | 'userRecords'>

/**
 * Connects a row in the name of who chose it, as a press would, while their role, the property and the price that they were
 * shown hold. It is claimed before, so that who stops it has stopped it; a row whose process died is gone on with by the
 * same calls. False where the channel manager does not answer.
 */
export async function connectRow(deps: ConnectRowDeps, place: Place, ota: OtaName): Promise<boolean> {
  const { row } = place
  const actor = row.press?.actor
  if (!actor) throw new Error('a row is to be connected that nobody chose')
  const why = await whyNot(deps, row, { actor, ota })
  if (why) {
    await rejectTried(deps, row, ota)
    await changeRow(deps, place, settled(row, { state: 'stopped', reason: why }))
    return true
  }
  if (row.state === 'connecting') return goOn(deps, place, { actor, ota })
  const { tryAt: _, ...rest } = row
  const claimed: Row = { ...rest, state: 'connecting' }
  // Stopped meanwhile, or claimed in a commit whose answer was lost: then its turn comes again.
  if (!(await changeRow(deps, place, claimed))) return true
  return goOn(deps, { ...place, row: claimed }, { actor, ota })
}

interface Pressed {
  actor: Actor
  ota: OtaName
}

interface Try extends Pressed {
  /** After what passes. */
  isTriedAgain: boolean
}

async function goOn(deps: ConnectRowDeps, place: Place, pressed: Pressed): Promise<boolean> {
  const { row } = place
  const isTriedAgain = !isTriedLongEnough(row, deps.clock.now())
  const ended = await outcomeOf(deps, row, { ...pressed, isTriedAgain })
  const now = deps.clock.now()
  if ('next' in ended) {
    await changeRow(deps, place, settled(row, ended.next))
    return true
  }
  const { problem } = ended
  if (isTriedAgain && (!problem || isPassing(problem.code))) {
    // What has begun is not stopped any more; what comes to nothing here is.
    const state = (await howFar(deps, row, pressed.ota)) === 'nothing' ? 'chosen' : 'connecting'
    await changeRow(deps, place, { ...putOff(row, now, problem && reasonIn(problem)), state })
    return !isAway(problem?.code)
  }
  await changeRow(deps, place, refused(row, problem ? reasonIn(problem) : unfinished))
  return true
}

type Ended = { next: Partial<Row> } | { problem: DomainError | undefined }

async function outcomeOf(deps: ConnectRowDeps, row: Row, { actor, ota, isTriedAgain }: Try): Promise<Ended> {
  const { propertyId, hotelId, paymentId, price } = row
  const connecting = async (): Promise<Ended> => {
    try {
      const input = { propertyId, ota, hotelId, paymentId, price, isTriedAgain }
      const result = await connectProperty(deps, actor, input)
      if (result.status === 'running') return { problem: undefined }
      return { next: { state: 'connected', mapping: result.mapping.summary, reason: undefined } }
    } catch (error) {
      const problem = asDomainError(error)
      if (problem.code === 'internal') deps.log.error('connecting a row failed', { propertyId, error })
      return { problem }
    }
  }
  const ended = await connecting()
  if (!('problem' in ended) || ended.problem?.code !== 'ota-setup-incomplete') return ended
  return leftToUs(deps, row, { actor, ota, ended, connecting })
}

/** What lacks the OTA's acceptance alone is left to us, for a request made for it where there was none. */
async function leftToUs(
  deps: ConnectRowDeps,
  row: Row,
  { actor, ota, ended, connecting }: Pressed & { ended: Ended; connecting(): Promise<Ended> },
): Promise<Ended> {
  const { propertyId, paymentId, price } = row
  const target = { propertyId, ota }
  try {
    const rejected = async () => openRequestIds(await deps.connections.load(target))[0]
    let requestId = await rejected()
    if (requestId === undefined) {
      await askConnection(deps, actor, target)
      const again = await connecting()
      if ('next' in again || again.problem?.code !== 'ota-setup-incomplete') return again
      requestId = await rejected()
    }
    if (requestId === undefined) return ended
    await waitForAcceptance(deps, actor, { requestId, paymentId, price: price && asShown(price) })
    const reason = 'problem' in ended && ended.problem ? reasonIn(ended.problem) : undefined
    return { next: { state: 'waits', reason } }
  } catch (error) {
    return { problem: asDomainError(error) }
  }
}

const unfinished: RowReason = {
  code: 'provider-timeout',
  detail: 'Connecting has not come to an end in a day.',
  nextAction: 'Look at the channels of the property, then choose it again.',
}

const reasonIn = ({ code, detail, nextAction }: DomainError): RowReason => ({
  ...{ code, detail },
  ...(nextAction !== undefined && { nextAction }),
})
