import { emailKey, numberKeys } from '../../finding-keys.ts'
import { internationalNumber, plainNumber, spellingsOf } from '../../spellings.ts'
import type { AllowedCountries } from '../channels/channel.ts'

/** Why a thread was found, the surest reason first. */
export const reasons = ['reservation', 'phone', 'email', 'property'] as const
export type Because = (typeof reasons)[number]

interface FoundThread {
  threadId: string
  because: Because
  guestName: string | null
  propertyId: string | null
}

/** A stay of a guest who has no thread yet. Days are YYYY-MM-DD. */
export interface FoundStay {
  reservationId: string
  because: Because
  guestName: string | null
  propertyId: string | null
  arrival: string | null
  departure: string | null
}

/** What the words lead to. */
export interface Found {
  threads: FoundThread[]
  /** One for each guest who has no thread: the one that was looked for, else the latest. */
  stays: FoundStay[]
}

/** What somebody may mean by what they typed. */
export interface SearchWords {
  /** E.164. */
  phones: string[]
  emails: string[]
  emailKeys: string[]
  /** A reservation's or a property's id. */
  id: string
  /** An OTA's number of a reservation, as it may be stored without a key. */
  numbers: string[]
  numberKeys: string[]
  /** How a property's name may begin. */
  names: string[]
}

/** Numbers that one text may mean, most: Firestore takes so many in a query over the three fields of addresses. */
const mostPhones = 10
const fewestDigits = 6

/** What a text may mean. A number without its country is looked for in the countries that are served. */
export async function wordsOf(text: string, countries: AllowedCountries): Promise<SearchWords> {
  const words = text.trim().replace(/\s+/g, ' ')
  const solid = words.replaceAll(' ', '')
  const isEmail = /^[^@]+@[^@]+$/.test(solid)
  const keys = isEmail ? [] : numberKeys(words)
  return {
    phones: isEmail ? [] : await phonesIn(words, countries),
    emails: isEmail ? [...new Set([solid, solid.toLowerCase()])] : [],
    emailKeys: isEmail ? [emailKey(solid)] : [],
    id: words,
    numbers: isEmail ? [] : [...new Set([words, ...keys.flatMap(spelled)])],
    numberKeys: keys,
    names: isEmail && solid === words ? [] : namesOf(words),
  }
}

/** As OTAs and the channel manager write a number. */
const spelled = (key: string): string[] => [key, key.toUpperCase(), `BDC-${key.toUpperCase()}`]

/** How a name may begin that somebody types without its capitals. */
export const namesOf = (words: string): string[] => [
  ...new Set([words, capitalised(words, /^\p{Ll}/u), capitalised(words, /(?<![\p{L}\p{N}'])\p{Ll}/gu)]),
]

const capitalised = (words: string, letters: RegExp): string =>
  words.replace(letters, letter => letter.toUpperCase())

async function phonesIn(text: string, countries: AllowedCountries): Promise<string[]> {
  const words = plainNumber(text).replace(/^tel:/i, '')
  const digits = words.replace(/\D/g, '')
  // What holds letters is a name, or the code of a reservation.
  if (digits.length < fewestDigits || /\p{L}/u.test(words)) return []
  const phones = await import('libphonenumber-js/min')
  const { isPossiblePhoneNumber, isSupportedCountry, parsePhoneNumberFromString: parsed } = phones
  const abroad = parsed(internationalNumber(words) ?? `+${digits}`)
  const atHome = [...countries].map(country =>
    isSupportedCountry(country) ? parsed(words, country) : undefined,
  )
  const possible = [abroad, ...(words.includes('+') ? [] : atHome)].filter(
    number => number && spellingsOf(number.number).some(spelling => isPossiblePhoneNumber(spelling)),
  )
  // Of more than may be asked for, those that a country really gives.
  const likely = possible.toSorted((a, b) => Number(b?.isValid()) - Number(a?.isValid()))
  return [...new Set(likely.map(number => String(number?.number)))].slice(0, mostPhones)
}
