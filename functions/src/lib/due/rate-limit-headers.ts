import type { Limit } from './token-bucket.ts'

interface Entry {
  name: string
  /** `q`, `w`, `r`, `t`. */
  numbers: Readonly<Record<string, number>>
}

/** A list as `ratelimit` and `ratelimit-policy` have it: `"name";q=600;w=60, "name";q=18000;w=3600`. */
const entriesOf = (text: string): Entry[] =>
  text.split(',').map(entry => {
    const [name = '', ...parameters] = entry.split(';').map(part => part.trim())
    const pairs = parameters.map(parameter => parameter.split('=')).map(([key = '', value]) => [key, value])
    return {
      name: name.replaceAll('"', ''),
      numbers: Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)])),
    }
  })

const limitOf = ({ name, numbers: { q: quota = 0, w: seconds = 0 } }: Entry): Limit | undefined =>
  quota > 0 && seconds > 0 ? { name, quota, windowMs: seconds * 1000 } : undefined

/** The limits of a header; what is not one is left out. */
export const limitsIn = (header: string): Limit[] => entriesOf(header).flatMap(entry => limitOf(entry) ?? [])

/** The same, where everything must be a limit and have one of these names. */
export function parseLimits(text: string, names: readonly string[]): Limit[] {
  return entriesOf(text).map(entry => {
    const limit = limitOf(entry)
    if (limit && names.includes(limit.name)) return limit
    throw new Error(`"${text}" is not of the form ${names[0]};q=600;w=60, with the names ${names.join(', ')}`)
  })
}

/** How long to wait for the last window that has nothing left; 0 if all have. Seconds. */
export const secondsUntilSomeIsLeft = (header: string): number =>
  Math.max(
    0,
    ...entriesOf(header).map(({ numbers: { r, t } }) => (r === 0 && t !== undefined && t > 0 ? t : 0)),
  )
