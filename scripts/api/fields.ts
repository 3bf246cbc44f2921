import { code, escaped, prose } from './html.ts'

/** As much of a JSON schema as the page shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  enum?: string[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

export const refName = ({ $ref = '' }: Schema): string => $ref.replace('#/components/schemas/', '')

export const shapeLink = (name: string): string => `<a href="#shape-${escaped(name)}">${escaped(name)}</a>`

/** A row for each field, those inside objects and lists by their path. */
export function fieldRows({ properties = {}, required = [] }: Schema, prefix = ''): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`
    const must = required.includes(name) ? '' : 'optional'
    const inner = objectIn(schema)
    const more = inner ? fieldRows(inner.schema, `${path}${inner.suffix}.`) : []
    const meaning = [prose(schema.description), limitsOf(schema)].filter(Boolean).join(' ')
    return [[code(path), [kindOf(schema), must].filter(Boolean).join(', '), meaning], ...more]
  })
}

function objectIn(schema: Schema): { schema: Schema; suffix: string } | undefined {
  if (schema.properties) return { schema, suffix: '' }
  if (schema.items?.properties) return { schema: schema.items, suffix: '[]' }
  const only = schema.anyOf?.filter(({ type }) => type !== 'null')
  return only?.length === 1 && only[0] ? objectIn(only[0]) : undefined
}

/** What a value is, as HTML. */
export function kindOf(schema: Schema): string {
  if (schema.$ref) return shapeLink(refName(schema))
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ')
  if (schema.enum) return schema.enum.map(code).join(', ')
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.items) return `list of ${kindOf(schema.items)}`
  if (schema.format === 'date-time') return 'time'
  const { type = 'anything', additionalProperties } = schema
  if (type === 'object' && !schema.properties && typeof additionalProperties === 'object')
    return `object of ${kindOf(additionalProperties)}`
  return [type].flat().join(' or ')
}

function limitsOf(schema: Schema): string {
  const { minLength, maxLength, maxItems, minimum, maximum } = schema
  const isSafeBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  const rules = [
    schema.default !== undefined && `${code(JSON.stringify(schema.default))} unless told`,
    minLength && (minLength === 1 ? 'not empty' : `at least ${minLength} characters`),
    maxLength && `at most ${maxLength} characters`,
    maxItems && `at most ${maxItems} items`,
    isSafeBound(minimum) && `from ${minimum}`,
    isSafeBound(maximum) && `to ${maximum}`,
    schema.pattern && schema.format !== 'date-time' && `matches ${code(schema.pattern)}`,
  ]
    .filter(Boolean)
    .join('; ')
  return rules && `<small>${rules}.</small>`
}
