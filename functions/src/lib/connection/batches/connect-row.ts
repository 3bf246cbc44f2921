import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError, type ErrorCode } from '../../errors.ts'
import { connectProperty } from '../job/connect-property.ts'
import { loadConnection } from '../job/load-target.ts'
import { openRequestIds } from '../job/refuse-requests.ts'
import type { OtaName } from '../otas.ts'
import { asShown, priceOf } from '../price.ts'
import { propertyAlone } from '../properties/stored-property.ts'
import { asDomainError, isPassing } from '../rejections.ts'
import { askConnection } from '../requests/ask-connection.ts'
import { waitForAcceptance } from '../requests/wait-for-acceptance.ts'
import type { ConnectPropertyDeps } from '../steps/order.ts'
import { type TestResult, testProperty } from '../test-property.ts'
import type { Row, RowReason } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, refused, settled } from './change-row.ts'
import { rejectTried } from './reject-tried.ts'
import { accountOf, howFar, whyNot } from './why-not.ts'

export type ConnectRowDeps = ConnectPropertyDeps & Needs<'rules' | 'store' | 'userRecords'>

/**
 * Connects while role, property and price are unchanged; the claim comes first, so that an earlier stop holds. False
 * without an answer of the channel manager.
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
  // The row was stopped, or its claim's answer was lost.
  if (!(await changeRow(deps, place, claimed))) return true
  return goOn(deps, { ...place, row: claimed }, { actor, ota })
}

interface Pressed {
  actor: Actor
  ota: OtaName
}

interface Try extends Pressed {
  /** After a passing failure. */
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
    // Only a row without a job can be stopped.
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
  return leaveToUs(deps, row, { actor, ota, ended, connecting })
}

/** Waits for acceptance, with a new request where none exists. */
async function leaveToUs(
  deps: ConnectRowDeps,
  row: Row,
  { actor, ota, ended, connecting }: Pressed & { ended: Ended; connecting(): Promise<Ended> },
): Promise<Ended> {
  const { propertyId, paymentId, price } = row
  const target = { propertyId, ota }
  try {
    const rejected = async () => openRequestIds(await loadConnection(deps.store, target))[0]
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
  code,
  detail,
  ...(nextAction !== undefined && { nextAction }),
})

type Deps = Needs<'auditLog' | 'channelManager' | 'store'>

/** Tests are not audited. */
const tester: Actor = { uid: 'system', role: 'service' }

const away: ReadonlySet<string> = new Set<ErrorCode>(['provider-unavailable', 'provider-timeout'])
/** Whether other rows would fail, too. */
const isAway = (code: string | undefined): boolean => code !== undefined && away.has(code)

export async function testRow(deps: Deps, place: Place, ota: OtaName): Promise<boolean> {
  const { propertyId, hotelId } = place.row
  const result = await tested(deps, { propertyId, ota, hotelId })
  const now = deps.clock.now()
  if (result.code !== undefined && isPassing(result.code) && !isTriedLongEnough(place.row, now)) {
    await changeRow(deps, place, putOff(place.row, now, verdictOf(result).reason))
    return !isAway(result.code)
  }
  const about = await aboutProperty(deps, propertyId)
  await changeRow(deps, place, settled(place.row, { ...about, ...verdictOf(result), state: 'tested' }))
  return true
}

async function tested(deps: Deps, input: { propertyId: string; ota: OtaName; hotelId: string }) {
  try {
    return await testProperty(deps, tester, input)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, detail, nextAction } = error
    if (code === 'internal') deps.log.error('testing a row failed', { propertyId: input.propertyId, error })
    return { ok: false, code, detail, ...(nextAction !== undefined && { nextAction }) }
  }
}

function verdictOf({ ok, code, detail = '', nextAction, mapping }: TestResult): Partial<Row> {
  if (ok) return mapping ? { outcome: 'connects', mapping } : { outcome: 'connected' }
  const outcome = code === 'ota-setup-incomplete' ? 'waits' : 'refused'
  return {
    outcome,
    reason: { code: code ?? 'internal', detail, ...(nextAction !== undefined && { nextAction }) },
  }
}

async function aboutProperty(deps: Deps, propertyId: string): Promise<Partial<Row>> {
  const property = await propertyAlone(deps.store, propertyId)
  if (!property) return {}
  const { name, landlordId, channelManagerId } = property
  const account = landlordId ? await accountOf(deps, landlordId) : undefined
  return {
    propertyName: name,
    landlordId: landlordId ?? undefined,
    channelManagerPropertyId: channelManagerId ?? undefined,
    price: account && priceOf(account),
  }
}
