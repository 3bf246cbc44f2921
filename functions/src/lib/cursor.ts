import { DomainError } from './errors.ts'

/** One page of a list; the cursor is null on the last page. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** The page, or throws `validation-failed` for an unknown cursor. */
export function requirePage<P>(page: P | undefined): P {
  if (page) return page
  throw unknownCursor('cursor')
}

export const unknownCursor = (path: string): DomainError =>
  new DomainError('validation-failed', 'The request is not valid.', {
    nextAction: 'Begin with the first page.',
    errors: [{ path, message: 'must be the nextCursor of an earlier page' }],
  })
