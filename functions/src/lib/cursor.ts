import { DomainError } from './errors.ts'

/** One page of a list, and where the next one begins; null on the last. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** A page, or `validation-failed` where the cursor did not come from an earlier one. */
export function requirePage<P>(page: P | undefined): P {
  if (page) return page
  throw new DomainError('validation-failed', 'The request is not valid.', {
    nextAction: 'Begin with the first page.',
    errors: [{ path: 'cursor', message: 'must be the nextCursor of an earlier page' }],
  })
}
