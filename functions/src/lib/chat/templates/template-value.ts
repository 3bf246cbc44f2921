import * as z from 'zod'

/** Characters. The provider recommends fewer than 250. */
const maxLength = 200

/**
 * A value for a template's variable. Chatapp templates refuse line breaks, tabs and more than four spaces in a row, and
 * the provider would take an empty value for none at all.
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
