import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { staffRole } from '../../roles/user-status.ts'
import { canResume } from '../attempt/claim.ts'
import { isRunning } from '../attempt/facts.ts'
import type { Account, Property } from '../model.ts'
import type { OtaName } from '../otas.ts'
import { isSamePrice, priceOf } from '../requests/waiting.ts'
import type { Row, RowReason } from './batch.ts'

type Deps = Needs<'connections' | 'userRecords'>

/** Why a row is not connected although it was chosen. What has begun is decided: only another property stops it. */
export async function whyNot(
  deps: Deps,
  row: Row,
  { actor: { uid }, ota }: { actor: Actor; ota: OtaName },
): Promise<RowReason | undefined> {
  const { connections, userRecords } = deps
  const [records, property, begun] = await Promise.all([
    userRecords.find([uid]),
    connections.propertyAlone(row.propertyId),
    row.state === 'connecting' ? howFar(deps, row, ota) : 'nothing',
  ])
  if (begun === 'connected') return undefined
  if (property && !isAsTested(row, property)) return otherProperty
  if (begun === 'begun') return undefined
  if (staffRole(records.get(uid)) !== 'operations') return nobodysWish
  const account = property?.landlordId ? await accountOf(deps, property.landlordId) : undefined
  return account && !isAsShown(row, account) ? otherPrice : undefined
}

/** Whether an attempt for this very row goes on, by itself if need be, or has connected it. */
export async function howFar(
  { connections, clock }: Needs<'connections'>,
  row: Row,
  ota: OtaName,
): Promise<'nothing' | 'begun' | 'connected'> {
  const { propertyId, hotelId, paymentId } = row
  const { channel, attempt } = await connections.load({ propertyId, ota })
  if (channel?.status === 'active' && channel.hotelId === hotelId) return 'connected'
  if (!attempt) return 'nothing'
  const { value } = attempt
  if (!isRunning(value, clock.now()) && !canResume(value)) return 'nothing'
  const { facts } = value
  const isForRow =
    facts.hotelId === hotelId &&
    facts.paymentId === paymentId &&
    facts.landlordId === row.landlordId &&
    facts.channelManagerPropertyId === row.channelManagerPropertyId
  return isForRow ? 'begun' : 'nothing'
}

const isAsTested = (row: Row, { landlordId, channelManagerId }: Property): boolean =>
  (landlordId ?? undefined) === row.landlordId &&
  (channelManagerId ?? undefined) === row.channelManagerPropertyId

/** A price that nobody was shown is charged to nobody. */
function isAsShown({ price, paymentId }: Row, account: Account): boolean {
  const now = priceOf(account)
  return price ? isSamePrice(now, price) : now.plan === 'free' || paymentId === undefined
}

/** Connecting says what is wrong with one that cannot be read. */
export async function accountOf({ connections }: Needs<'connections'>, landlordId: string) {
  try {
    return await connections.account(landlordId)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

const nobodysWish: RowReason = {
  code: 'forbidden',
  detail: 'Who chose it does not work in operations any more.',
  nextAction: 'Choose it again.',
}

const otherProperty: RowReason = {
  code: 'property-changed',
  detail: 'The property has another landlord, or another id at the channel manager, than when it was tested.',
  nextAction: 'Paste the pair anew, and choose it for what it is today.',
}

const otherPrice: RowReason = {
  code: 'payment-failed',
  detail: 'The price of the connection service is another one than was shown.',
  nextAction: 'Paste the pair anew, and choose it at the price of today.',
}
