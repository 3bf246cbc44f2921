import * as z from 'zod'

/** Characters. The provider takes up to 1,600, but a name or a date needs no more. */
const maxLength = 200

/**
 * A value for a template's variable. The provider refuses line breaks, tabs, more than four spaces in a row, and an empty
 * value; four spaces are already too many here.
 */
export const templateValue = z
  .string()
  .max(maxLength)
  .refine(text => text.isWellFormed(), 'must be well-formed Unicode')
  .refine(text => text.trim() !== '', 'must not be blank')
  .refine(
    text => !/\p{Cc}|[\u2028\u2029]| {4}/u.test(text),
    'must be one line, without tabs or four spaces in a row',
  )
