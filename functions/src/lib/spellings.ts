/**
 * One subscriber has several E.164 numbers here; chatapp, bookings and address books keep different ones. The first is
 * today's.
 */
const plans: readonly { number: RegExp; spellings: readonly string[] }[] = [
  // Brazil: mobile numbers, which alone begin with 6 to 9, got a ninth digit; chatapp often lacks it.
  {
    number: /^\+55(?<area>[1-9]{2})9?(?<line>[6-9]\d{7})$/,
    spellings: ['+55$<area>9$<line>', '+55$<area>$<line>'],
  },
  // Mexico: 1 before mobile numbers until 2019, in chatapp still.
  { number: /^\+521?(?<line>[2-9]\d{9})$/, spellings: ['+52$<line>', '+521$<line>'] },
  // Argentina: one plan; from abroad mobile calls take a 9, SMS none.
  { number: /^\+549?(?<line>(?:11|[23]\d)\d{8})$/, spellings: ['+549$<line>', '+54$<line>'] },
  // Benin: 01 since 30 November 2024 (github.com/mobi/telephone_number/issues/138).
  { number: /^\+229(?:01)?(?<line>[24-69]\d{7})$/, spellings: ['+22901$<line>', '+229$<line>'] },
  // Ivory Coast: operators' digits since 31 January 2021 (artci.ci), 07 Orange, 05 MTN, 01 Moov, by the second digit
  // (github.com/google/libphonenumber/issues/1909).
  { number: /^\+225(?:07)?(?<line>[04-8][7-9]\d{6})$/, spellings: ['+22507$<line>', '+225$<line>'] },
  { number: /^\+225(?:05)?(?<line>[04-8][4-6]\d{6})$/, spellings: ['+22505$<line>', '+225$<line>'] },
  { number: /^\+225(?:01)?(?<line>[04-7][0-3]\d{6})$/, spellings: ['+22501$<line>', '+225$<line>'] },
  // Cameroon: a 6 for mobile numbers since November 2014 (github.com/google/libphonenumber/issues/1051).
  { number: /^\+2376?(?<line>[579]\d{7})$/, spellings: ['+2376$<line>', '+237$<line>'] },
  // Gabon: 1, 6 or 7 for an 0 since 2019, often written from abroad, too; libphonenumber takes all three
  // (github.com/daviddrysdale/python-phonenumbers/issues/289).
  { number: /^\+241[01]?(?<line>1\d{6})$/, spellings: ['+2411$<line>', '+2410$<line>', '+241$<line>'] },
  { number: /^\+241[06]?(?<line>[256]\d{6})$/, spellings: ['+2416$<line>', '+2410$<line>', '+241$<line>'] },
  { number: /^\+241[07]?(?<line>[47]\d{6})$/, spellings: ['+2417$<line>', '+2410$<line>', '+241$<line>'] },
  // Gambia: from 7 to 9 digits, both in use since 4 September 2026 (pura.gm, public notice of the migration of mobile
  // numbers); Gamcel's, 9, follow (libphonenumber's metadata).
  { number: /^\+220(?:87)?(?<line>(?:[27]\d|4[01])\d{5})$/, spellings: ['+22087$<line>', '+220$<line>'] },
  { number: /^\+220(?:83)?(?<line>(?:3\d|5[0-389])\d{5})$/, spellings: ['+22083$<line>', '+220$<line>'] },
  { number: /^\+220(?:86)?(?<line>6\d{6})$/, spellings: ['+22086$<line>', '+220$<line>'] },
  { number: /^\+220(?:89)?(?<line>9\d{6})$/, spellings: ['+22089$<line>', '+220$<line>'] },
  // Mauritius: a 5 for mobile numbers since 1 September 2013 (icta.mu/telecom-numbering).
  { number: /^\+2305?(?<line>(?:2[59]|[79]\d)\d{5})$/, spellings: ['+2305$<line>', '+230$<line>'] },
  // Palestine: Israel's code reaches mobile numbers, too (github.com/google/libphonenumber/issues/1134).
  { number: /^\+97[02](?<line>5[69]\d{7})$/, spellings: ['+970$<line>', '+972$<line>'] },
]

/** Equal for all addresses of a subscriber. */
export function spellingsOf(address: string): [string, ...string[]] {
  const plan = plans.find(({ number }) => number.test(address))
  const [first = address, ...others] =
    plan?.spellings.map(spelling => address.replace(plan.number, spelling)) ?? []
  return [first, ...others]
}

export const everySpellingOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap(spellingsOf)),
]

export const isAmong = (addresses: readonly string[], address: string | null | undefined): boolean =>
  typeof address === 'string' && spellingsOf(address).some(spelling => addresses.includes(spelling))

export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/\p{Nd}/gu, digit)
    .replace(/\s+/g, ' ')
    .trim()

function digit(letter: string): string {
  let before = 0
  while (/^\p{Nd}/u.test(String.fromCodePoint((letter.codePointAt(0) ?? 0) - before - 1))) before += 1
  return String(before % 10)
}

/** `(+39) 333…`, `0039 333…`, `tel:+39333…`. */
export function internationalNumber(text: string): string | undefined {
  const plain = plainNumber(text).replace(/^tel:/i, '')
  const begin = /^[ ([]*(?:\+ ?(?:00)?|00)(?=[ ()[\]]*[1-9])/.exec(plain)?.[0]
  return begin === undefined ? undefined : `+${plain.slice(begin.length).replace(/^[ ()[\]]+/, '')}`
}

/** E.164 if a number. */
export function plainAddress(address: string): string {
  const number = internationalNumber(address)?.replace(/[ ().[\]/-]/g, '')
  return number !== undefined && /^\+[1-9]\d{6,14}$/.test(number) ? number : address
}
