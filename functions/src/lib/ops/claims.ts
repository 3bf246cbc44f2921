import { fieldAt, type StoredDocument } from '../documents.ts'
import { DomainError } from '../errors.ts'
import { changed, type Mending } from './mend.ts'

/** How a document of a collection is claimed. What was claimed keeps its lease when it has ended. */
interface ClaimOf {
  /** Where its lease and its due time stand. */
  at: '' | 'delivery.'
  isUnderWay(found: StoredDocument): boolean
}

const claims: Readonly<Record<string, ClaimOf>> = {
  messages: { at: 'delivery.', isUnderWay: found => fieldAt(found.value, 'delivery.status') === 'sending' },
  emails: { at: '', isUnderWay: ({ value }) => value.status === 'sending' },
  connectionAttempts: { at: '', isUnderWay: ({ value }) => value.status === 'running' },
  reservationPulls: { at: '', isUnderWay: ({ value }) => value.open === true },
  propertyChannels: {
    at: '',
    isUnderWay: ({ value }) => value.pendingMapping !== undefined || value.status === 'disconnecting',
  },
}

const claimOf = ({ path }: StoredDocument): ClaimOf | undefined => claims[path.split('/').at(-2) ?? '']

/** Until when somebody holds it; undefined where nobody does. */
export function heldUntil(found: StoredDocument, now: Date): Date | undefined {
  const claim = claimOf(found)
  const until = claim && fieldAt(found.value, `${claim.at}leaseUntil`)
  return claim?.isUnderWay(found) && until instanceof Date && until > now ? until : undefined
}

/** A lease that ends now is one whose process has died: whoever goes on finds out what it had done. */
export function release(found: StoredDocument, now: Date): Mending[] {
  const claim = claimOf(found)
  if (!claim)
    throw new DomainError('validation-failed', `${found.path} is never claimed`, {
      nextAction: Object.keys(claims).join(', '),
    })
  const until = heldUntil(found, now)
  if (!until) return []
  const fields = { [`${claim.at}leaseUntil`]: now, [`${claim.at}dueAt`]: now }
  return [changed(found, { fields }, `its claim until ${until.toISOString()} ends now`)]
}

/** What somebody works on right now is not put right beside them. Throws until when they do. */
export function expectUnclaimed(found: StoredDocument, now: Date): void {
  const until = heldUntil(found, now)
  if (!until) return
  const command = `npm run ops -- release --document ${found.path}`
  throw new DomainError(
    'validation-failed',
    `${found.path} is being worked on until ${until.toISOString()}`,
    { nextAction: `Try again then, or take the claim of a worker that has died back: ${command}` },
  )
}
