import type * as z from 'zod'
import { DomainError } from '../lib/errors.ts'

/** The input as the schema gives it, or `validation-failed` with every place that is wrong. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new DomainError('validation-failed', 'The request is not valid.', {
    nextAction: 'Correct what "errors" names and send it again.',
    errors: result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  })
}
