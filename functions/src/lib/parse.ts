import type * as z from 'zod'
import { DomainError } from './errors.ts'

/** Throws `validation-failed` with every invalid field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new DomainError('validation-failed', 'The request is not valid.', {
    nextAction: 'Correct what "errors" names and send it again.',
    errors: result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  })
}
