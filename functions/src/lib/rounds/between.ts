import { isReservedKey } from '../identifiers.ts'

/** What ids are mostly made of, in the order in which Firestore has them. */
const digits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const base = digits.length + 1
/** Characters that are looked at behind what both have in common. */
const places = 5

/** 0 where the text ends, else the place of the last digit that is no greater. */
function digitOf(character: string | undefined): number {
  if (character === undefined) return 0
  return [...digits].filter(digit => digit <= character).length
}

const numberOf = (text: string): number =>
  Array.from({ length: places }, (_, place) => digitOf(text[place])).reduce(
    (sum, digit) => sum * base + digit,
    0,
  )

function textOf(number: number): string {
  const digit = (place: number) => Math.floor(number / base ** (places - 1 - place)) % base
  return Array.from({ length: places }, (_, place) => digits[Math.max(0, digit(place) - 1)]).join('')
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/**
 * An id about half way from one to the other, or to the end of all; undefined where there is no room, or the ids are
 * made of other characters.
 */
export function between(after: string, until: string | undefined): string | undefined {
  const common = until === undefined ? 0 : commonLength(after, until)
  const to = until === undefined ? base ** places : numberOf(until.slice(common))
  const middle = Math.floor((numberOf(after.slice(common)) + to) / 2)
  const id = after.slice(0, common) + textOf(middle)
  const isBetween = id > after && (until === undefined || id < until)
  return isBetween && !isReservedKey(id) ? id : undefined
}
