import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError, type ErrorCode } from '../../errors.ts'
import type { OtaName } from '../otas.ts'
import { priceOf } from '../price.ts'
import { propertyAlone } from '../properties/stored-property.ts'
import { isPassing } from '../rejections.ts'
import { type TestResult, testProperty } from '../test-property.ts'
import type { Row } from './batch.ts'
import { changeRow, isTriedLongEnough, type Place, putOff, settled } from './change-row.ts'
import { accountOf } from './why-not.ts'

type Deps = Needs<'auditLog' | 'channelManager' | 'store'>

/** Tests are not audited. */
const tester: Actor = { uid: 'system', role: 'service' }

const away: ReadonlySet<string> = new Set<ErrorCode>(['provider-unavailable', 'provider-timeout'])
/** Whether other rows would fail, too. */
export const isAway = (code: string | undefined): boolean => code !== undefined && away.has(code)

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
