import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError, type ErrorCode } from '../../errors.ts'
import type { OtaName } from '../otas.ts'
import { isPassing } from '../rejections.ts'
import { priceOf } from '../requests/waiting.ts'
import { type TestResult, testProperty } from '../test-property.ts'
import type { Row } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, settled } from './change-row.ts'
import { accountOf } from './why-not.ts'

type Deps = Needs<'auditLog' | 'channelManager' | 'connectionBatches' | 'connections'>

/** Nobody presses: what a test finds is audited nowhere. */
const tester: Actor = { uid: 'system', role: 'service' }

const away: ReadonlySet<string> = new Set<ErrorCode>(['provider-unavailable', 'provider-timeout'])
/** Whether other rows would meet the same. */
export const isAway = (code: string | undefined): boolean => code !== undefined && away.has(code)

/** Tests a row and says what connecting it would come to. False where the channel manager does not answer. */
export async function testRow(deps: Deps, place: Place, ota: OtaName): Promise<boolean> {
  const { propertyId, hotelId } = place.row
  const found = await tested(deps, { propertyId, ota, hotelId })
  const now = deps.clock.now()
  if (found.code !== undefined && isPassing(found.code) && !isTriedLongEnough(place.row, now)) {
    await changeRow(deps, place, putOff(place.row, now, verdictOf(found).reason))
    return !isAway(found.code)
  }
  const about = await aboutProperty(deps, propertyId)
  await changeRow(deps, place, settled(place.row, { ...about, ...verdictOf(found), state: 'tested' }))
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

/** Pure. */
function verdictOf({ ok, code, detail = '', nextAction, mapping }: TestResult): Partial<Row> {
  if (ok) return mapping ? { outcome: 'connects', mapping } : { outcome: 'connected' }
  const outcome = code === 'ota-setup-incomplete' ? 'waits' : 'refused'
  return {
    outcome,
    reason: { code: code ?? 'internal', detail, ...(nextAction !== undefined && { nextAction }) },
  }
}

async function aboutProperty(deps: Deps, propertyId: string): Promise<Partial<Row>> {
  const property = await deps.connections.propertyAlone(propertyId)
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
