import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { staffRole } from '../../roles/user-status.ts'
import { canResume, isRunning } from '../job/job.ts'
import { loadConnection } from '../job/load-target.ts'
import type { Account, Property } from '../model.ts'
import type { OtaName } from '../otas.ts'
import { isSamePrice, priceOf } from '../price.ts'
import { propertyAlone, readAccount } from '../properties/stored-property.ts'
import type { Row, RowReason } from './batch.ts'

type Deps = Needs<'store' | 'userRecords'>

/** Once its job has begun, only another property stops a row. */
export async function whyNot(
  deps: Deps,
  row: Row,
  { actor: { uid }, ota }: { actor: Actor; ota: OtaName },
): Promise<RowReason | undefined> {
  const { store, userRecords } = deps
  const [records, property, progress] = await Promise.all([
    userRecords.find([uid]),
    propertyAlone(store, row.propertyId),
    row.state === 'connecting' ? howFar(deps, row, ota) : 'nothing',
  ])
  if (progress === 'connected') return undefined
  if (property && !isAsTested(row, property)) return otherProperty
  if (progress === 'begun') return undefined
  if (staffRole(records.get(uid)) !== 'operations') return nobodysWish
  const account = property?.landlordId ? await accountOf(deps, property.landlordId) : undefined
  return account && !isAsShown(row, account) ? otherPrice : undefined
}

/** `begun`: a job for this row runs or can resume. */
export async function howFar(
  { store, clock }: Needs<'store'>,
  row: Row,
  ota: OtaName,
): Promise<'nothing' | 'begun' | 'connected'> {
  const { propertyId, hotelId, paymentId } = row
  const { channel, job } = await loadConnection(store, { propertyId, ota })
  if (channel?.status === 'active' && channel.hotelId === hotelId) return 'connected'
  if (!job) return 'nothing'
  const { value } = job
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

/** Charges no price that the user did not see. */
function isAsShown({ price, paymentId }: Row, account: Account): boolean {
  const now = priceOf(account)
  return price ? isSamePrice(now, price) : now.plan === 'free' || paymentId === undefined
}

/** Undefined if unreadable: connecting reports it. */
export async function accountOf({ store }: Needs<'store'>, landlordId: string) {
  try {
    return await readAccount(store, landlordId)
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
