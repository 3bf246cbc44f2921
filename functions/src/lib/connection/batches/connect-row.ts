import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { staffRole } from '../../roles/user-status.ts'
import type { ConnectPropertyDeps } from '../attempt/attempt.ts'
import { connectProperty } from '../connect-property.ts'
import type { OtaName } from '../otas.ts'
import { asDomainError } from '../rejections.ts'
import { askConnection } from '../requests/ask-connection.ts'
import { openRequestIds } from '../requests/refuse-requests.ts'
import { waitForAcceptance } from '../requests/wait-for-acceptance.ts'
import { isSamePrice, priceOf } from '../requests/waiting.ts'
import type { Row, RowReason } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, settled } from './change-row.ts'
import { passing } from './test-row.ts'

export type ConnectRowDeps = ConnectPropertyDeps & Needs<'connectionBatches' | 'rules' | 'userRecords'>

/**
 * Connects a row in the name of who chose it, as a press would, while their role and the price that they were shown hold.
 * It is claimed before, so that who stops it has stopped it; a row whose process died is gone on with by the same calls.
 * False where the channel manager does not answer.
 */
export async function connectRow(deps: ConnectRowDeps, place: Place, ota: OtaName): Promise<boolean> {
  const { row } = place
  const actor = row.press?.actor
  if (!actor) throw new Error('a row is to be connected that nobody chose')
  if (row.state === 'connecting') return goOn(deps, place, { actor, ota })
  const why = await whyNot(deps, row, actor)
  if (why) {
    await changeRow(deps, place, settled(row, { state: 'stopped', reason: why }))
    return true
  }
  const claimed = settled(row, { state: 'connecting', tries: row.tries })
  // Stopped meanwhile, or claimed in a commit whose answer was lost: then its turn comes again.
  if (!(await changeRow(deps, place, claimed))) return true
  return goOn(deps, { ...place, row: claimed }, { actor, ota })
}

interface Pressed {
  actor: Actor
  ota: OtaName
}

async function goOn(deps: ConnectRowDeps, place: Place, pressed: Pressed): Promise<boolean> {
  const { row } = place
  const ended = await outcomeOf(deps, row, pressed)
  const now = deps.clock.now()
  if ('next' in ended) {
    await changeRow(deps, place, settled(row, ended.next))
    return true
  }
  const { problem } = ended
  // An attempt is under way, which decides.
  if (!problem || problem.code === 'connection-in-progress') {
    await changeRow(deps, place, putOff(row, now))
    return true
  }
  if (passing.has(problem.code) && !isTriedLongEnough(row, now)) {
    await changeRow(deps, place, { ...putOff(row, now), state: 'chosen' })
    return false
  }
  await changeRow(deps, place, settled(row, { state: 'refused', reason: reasonIn(problem) }))
  return true
}

type Ended = { next: Partial<Row> } | { problem: DomainError | undefined }

async function outcomeOf(deps: ConnectRowDeps, row: Row, { actor, ota }: Pressed): Promise<Ended> {
  const { propertyId, hotelId, paymentId } = row
  const connecting = async (): Promise<Ended> => {
    try {
      const result = await connectProperty(deps, actor, { propertyId, ota, hotelId, paymentId })
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
    const shown = price && { amount: price.plan === 'free' ? 0 : price.amount, currency: price.currency }
    await waitForAcceptance(deps, actor, { requestId, paymentId, price: shown })
    const reason = 'problem' in ended && ended.problem ? reasonIn(ended.problem) : undefined
    return { next: { state: 'waits', reason } }
  } catch (error) {
    return { problem: asDomainError(error) }
  }
}

async function whyNot(deps: ConnectRowDeps, row: Row, { uid }: Actor): Promise<RowReason | undefined> {
  const { connections, userRecords } = deps
  const [records, property] = await Promise.all([
    userRecords.find([uid]),
    connections.propertyAlone(row.propertyId),
  ])
  if (staffRole(records.get(uid)) !== 'operations')
    return stopped('forbidden', 'Who chose it does not work in operations any more.', 'Choose it again.')
  const account = property?.landlordId ? await accountOf(deps, property.landlordId) : undefined
  if (account && row.price && !isSamePrice(priceOf(account), row.price))
    return stopped(
      'payment-failed',
      'The price of the connection service is another one than was shown.',
      'Paste the pair anew, and choose it at the price of today.',
    )
  return undefined
}

/** Connecting says what is wrong with one that cannot be read. */
async function accountOf({ connections }: ConnectRowDeps, landlordId: string) {
  try {
    return await connections.account(landlordId)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

const stopped = (code: string, detail: string, nextAction: string): RowReason => ({
  code,
  detail,
  nextAction,
})

const reasonIn = ({ code, detail, nextAction }: DomainError): RowReason => ({
  ...{ code, detail },
  ...(nextAction !== undefined && { nextAction }),
})
