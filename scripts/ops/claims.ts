import { type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore'
import { StackError } from '../stack/errors.ts'
import { changed, type Mending } from './mend.ts'

/** How a document of a collection is claimed. What was claimed keeps its lease when it has ended. */
interface ClaimOf {
  lease: string
  /** When somebody looks at it next. */
  due: string
  isUnderWay(found: DocumentSnapshot): boolean
}

const claims: Readonly<Record<string, ClaimOf>> = {
  messages: {
    lease: 'delivery.leaseUntil',
    due: 'delivery.dueAt',
    isUnderWay: found => found.get('delivery.status') === 'sending',
  },
  emails: { lease: 'leaseUntil', due: 'dueAt', isUnderWay: found => found.get('status') === 'sending' },
  connectionAttempts: {
    lease: 'leaseUntil',
    due: 'dueAt',
    isUnderWay: found => found.get('status') === 'running',
  },
  reservationPulls: { lease: 'leaseUntil', due: 'dueAt', isUnderWay: found => found.get('open') === true },
  propertyChannels: {
    lease: 'leaseUntil',
    due: 'dueAt',
    isUnderWay: found => found.get('pendingMapping') !== undefined || found.get('status') === 'disconnecting',
  },
}

/** Until when somebody holds it; undefined where nobody does. */
export function heldUntil(found: DocumentSnapshot): Date | undefined {
  const claim = claims[found.ref.parent.id]
  const until: unknown = claim && found.get(claim.lease)
  if (!claim?.isUnderWay(found) || !(until instanceof Timestamp) || until.toDate() <= new Date())
    return undefined
  return until.toDate()
}

/** A lease that ends now is one whose process has died: whoever goes on finds out what it had done. */
export function release(found: DocumentSnapshot): Mending[] {
  const claim = claims[found.ref.parent.id]
  if (!claim)
    throw new StackError(`Nothing of ${found.ref.parent.id} is claimed`, Object.keys(claims).join(', '))
  const until = heldUntil(found)
  if (!until) return []
  const now = new Date()
  const fields = { [claim.lease]: now, [claim.due]: now }
  return [changed(found, fields, `its claim until ${until.toISOString()} ends now`)]
}
