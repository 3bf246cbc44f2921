import * as z from 'zod'
import { emailKey, numberKeys } from '../../finding-keys.ts'
import { internationalNumber, plainNumber, spellingsOf } from '../../spellings.ts'
import type { AllowedCountries } from '../channels/channel.ts'

/** Surest first. */
export const reasons = ['reservation', 'phone', 'email', 'property'] as const
export type Because = (typeof reasons)[number]

export interface StayMatch {
  reservationId: string
  because: Because
  guestName: string | null
  propertyId: string | null
  arrival: string | null
  departure: string | null
}

const match = {
  because: z.enum(reasons).meta({ description: 'The field that matches the query.' }),
  guestName: z.string().nullable(),
  propertyId: z.string().nullable(),
}

export const threadMatches = z
  .object({
    threads: z.array(z.object({ threadId: z.string(), ...match })),
    stays: z
      .array(
        z.object({
          reservationId: z.string(),
          ...match,
          arrival: z.string().nullable(),
          departure: z.string().nullable(),
        }),
      )
      .meta({ description: 'Of guests without a thread, one each: `POST /chat/threads` opens it.' }),
  })
  .meta({ id: 'FoundThreads' })
export type ThreadMatches = z.infer<typeof threadMatches>

export interface SearchWords {
  /** E.164. */
  phones: string[]
  /** E.164, where every country is served. */
  nationalPhones: string[]
  /** Seven digits at least. */
  phoneEnd: string | undefined
  emails: string[]
  emailKeys: string[]
  /** The id of a reservation or property. */
  id: string
  /** An OTA's numbers, for documents without a key. */
  numbers: string[]
  numberKeys: string[]
  /** Beginnings of a property's name. */
  names: string[]
}

/** Firestore's limit for a query over three fields of addresses. */
const mostPhones = 10
const fewestDigits = 6
const fewestEndDigits = 7
const mostNationalPhones = 60

/** A number without a country may belong to any served country. */
export async function wordsOf(text: string, countries: AllowedCountries): Promise<SearchWords> {
  const words = text.trim().replace(/\s+/g, ' ')
  const solid = words.replaceAll(' ', '')
  const isEmail = /^[^@]+@[^@]+$/.test(solid)
  const keys = isEmail ? [] : numberKeys(words)
  return {
    ...(isEmail ? noPhones : await phonesIn(words, countries)),
    emails: isEmail ? [...new Set([solid, solid.toLowerCase()])] : [],
    emailKeys: isEmail ? [emailKey(solid)] : [],
    id: words,
    numbers: isEmail ? [] : [...new Set([words, ...keys.flatMap(spelled)])],
    numberKeys: keys,
    names: isEmail && solid === words ? [] : namesOf(words),
  }
}

/** OTAs and the channel manager write a number so. */
const spelled = (key: string): string[] => [key, key.toUpperCase(), `BDC-${key.toUpperCase()}`]

/** Users type names without capitals. */
export const namesOf = (words: string): string[] => [
  ...new Set([words, capitalised(words, /^\p{Ll}/u), capitalised(words, /(?<![\p{L}\p{N}'])\p{Ll}/gu)]),
]

const capitalised = (words: string, letters: RegExp): string =>
  words.replace(letters, letter => letter.toUpperCase())

type Phones = Pick<SearchWords, 'phones' | 'nationalPhones' | 'phoneEnd'>

const noPhones: Phones = { phones: [], nationalPhones: [], phoneEnd: undefined }

async function phonesIn(text: string, countries: AllowedCountries): Promise<Phones> {
  const words = plainNumber(text).replace(/^tel:/i, '')
  const digits = words.replace(/\D/g, '')
  // Letters mean a name or a reservation's code.
  if (digits.length < fewestDigits || /\p{L}/u.test(words)) return noPhones
  const phones = await import('libphonenumber-js/min')
  const {
    getCountries,
    isPossiblePhoneNumber,
    isSupportedCountry,
    parsePhoneNumberFromString: parsed,
  } = phones
  const likely = (numbers: (ReturnType<typeof parsed> | undefined)[]) => {
    const possible = numbers.filter(
      number => number && spellingsOf(number.number).some(spelling => isPossiblePhoneNumber(spelling)),
    )
    // Valid numbers come first.
    const sorted = possible.toSorted((a, b) => Number(b?.isValid()) - Number(a?.isValid()))
    return [...new Set(sorted.map(number => String(number?.number)))]
  }
  const abroad = parsed(internationalNumber(words) ?? `+${digits}`)
  const isNational = !words.includes('+')
  const inThose = (codes: readonly string[]) =>
    isNational ? codes.map(code => (isSupportedCountry(code) ? parsed(words, code) : undefined)) : []
  const end = digits.replace(/^0+(?=\d{7})/, '')
  return {
    phones: likely([abroad, ...inThose([...countries])]).slice(0, mostPhones),
    nationalPhones: countries.size > 0 ? [] : likely(inThose(getCountries())).slice(0, mostNationalPhones),
    phoneEnd: end.length >= fewestEndDigits ? end : undefined,
  }
}
