import * as z from 'zod'
import { clientId } from '../../identifiers.ts'
import { templateValue } from './template-value.ts'
import { type TemplateName, templateNames, templateOf } from './templates.ts'

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
})

/** The request body of a template message: a template that exists, and no variables but its own. */
export const templateBody = request.transform((body, context) => {
  const result = variablesOf(body.template).safeParse(body.variables)
  if (result.success) return { ...body, variables: result.data }
  for (const { path, message } of result.error.issues) {
    context.addIssue({ code: 'custom', path: ['variables', ...path], message })
  }
  return z.NEVER
})

/** Strict even where a record would drop a `__proto__` key. */
const variablesOf = (name: TemplateName) =>
  z.strictObject(
    Object.fromEntries(templateOf(name).variables.map(variable => [variable.name, templateValue.optional()])),
  )
