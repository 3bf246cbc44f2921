import * as z from 'zod'
import { clientId } from '../../identifiers.ts'
import { isBlank } from '../../text.ts'
import { sendUntil, stayOfPost, unlessAnsweredSince } from '../posting/post-input.ts'
import { type TemplateName, templateNames, templateOf } from './templates.ts'

const optIn = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(text => text.isWellFormed(), 'must be well-formed Unicode')
  .optional()
  .meta({
    description:
      'Where the guest agreed to be written to, such as "booking form": kept with the message, for a guest of whom `optedIn` says nothing.',
  })

const request = z.strictObject({
  template: z.enum(templateNames),
  variables: z
    .unknown()
    .default({})
    .meta({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: "Values by the template's names for them; what is left out is taken from the stay.",
    }),
  messageId: clientId.optional(),
  reservationId: stayOfPost,
  optIn,
  sendUntil,
  unlessAnsweredSince,
})

export const templateBody = request.transform((body, context) => {
  const result = variablesOf(body.template).safeParse(body.variables)
  if (result.success) return { ...body, variables: result.data }
  for (const { path, message } of result.error.issues) {
    context.addIssue({ code: 'custom', path: ['variables', ...path], message })
  }
  return z.NEVER
})

/** Strict: a record would drop a `__proto__` key. */
const variablesOf = (name: TemplateName) =>
  z.strictObject(
    Object.fromEntries(templateOf(name).variables.map(variable => [variable.name, templateValue.optional()])),
  )

/** Characters; the provider allows 1,600. */
const maxLength = 200

/**
 * The provider refuses line breaks, tabs, more than four spaces in a row and empty values; here four are too
 * many.
 */
export const templateValue = z
  .string()
  .max(maxLength)
  .refine(text => text.isWellFormed(), 'must be well-formed Unicode')
  .refine(text => !isBlank(text), 'must not be blank')
  .refine(
    text => !/\p{Cc}|[\u2028\u2029]| {4}/u.test(text),
    'must be one line, without tabs or four spaces in a row',
  )
