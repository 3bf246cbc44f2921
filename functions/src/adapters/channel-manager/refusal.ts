import * as z from 'zod'

/** What the channel manager says about a refusal. */
export interface VendorErrors {
  code: string | undefined
  /** Its words; they name fields and rules, and may quote what they were given. */
  lines: string[]
}

const envelope = z.object({ errors: z.unknown().optional() })
const nested = z.object({ data: envelope })
const described = z.looseObject({
  code: z.string().optional(),
  title: z.string().optional(),
  details: z.unknown().optional(),
})

/**
 * Reads every form seen: `errors` with `details` as an object of arrays or an array of strings, `errors: null`,
 * errors inside `data`, and messages by field without any envelope.
 */
export function errorsOf(body: unknown): VendorErrors {
  const inside = envelope.safeParse(body)
  const errors = inside.success && inside.data.errors !== undefined ? inside.data.errors : body
  const { code, title, details } = described.safeParse(errors).data ?? {}
  if (code === undefined && title === undefined && details === undefined) {
    return { code: undefined, lines: linesOf(errors) }
  }
  const lines = linesOf(details)
  return { code, lines: lines.length > 0 ? lines : linesOf(title) }
}

/** The errors of a reply that its status calls a success; undefined when there are none. */
export function hiddenErrors(body: unknown): VendorErrors | undefined {
  for (const found of [envelope.safeParse(body).data, nested.safeParse(body).data?.data]) {
    if (found && !isBlank(found.errors)) return errorsOf(found)
  }
  return undefined
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === false
}

/** All texts inside a value, each with the path of fields that leads to it. */
export function linesOf(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string' && value !== '') return [[path.join('.'), value].filter(Boolean).join(': ')]
  if (Array.isArray(value)) return value.flatMap(one => linesOf(one, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => linesOf(one, [...path, key]))
}

const longestQuote = 500

export const quoteOf = ({ lines }: VendorErrors): string | undefined =>
  lines.join('; ').slice(0, longestQuote) || undefined

const conflict = /channel with the same settings already exists/i

export const isConflict = ({ lines }: VendorErrors): boolean => lines.some(line => conflict.test(line))
