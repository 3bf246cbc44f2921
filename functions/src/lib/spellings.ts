/**
 * The numbering plans in which one subscriber is reached by several E.164 numbers. The first spelling is the one of
 * today's plan.
 */
const plans: readonly { number: RegExp; spellings: readonly string[] }[] = [
  // Brazil: mobile numbers, which alone begin with 6 to 9, were given a ninth digit; chatapp leaves many without it.
  {
    number: /^\+55(?<area>[1-9]{2})9?(?<line>[6-9]\d{7})$/,
    spellings: ['+55$<area>9$<line>', '+55$<area>$<line>'],
  },
  // Mexico: until 2019 a call from abroad to a mobile number took a 1; chatapp still has it.
  { number: /^\+521?(?<line>[2-9]\d{9})$/, spellings: ['+52$<line>', '+521$<line>'] },
  // Argentina: fixed and mobile numbers are of one plan; a call from abroad to a mobile one takes a 9, an SMS none.
  { number: /^\+549?(?<line>(?:11|[23]\d)\d{8})$/, spellings: ['+549$<line>', '+54$<line>'] },
]

/** Every address of the same subscriber, the same list for each of them. Only itself for what no plan spells twice. */
export function spellingsOf(address: string): [string, ...string[]] {
  const plan = plans.find(({ number }) => number.test(address))
  const [first = address, ...others] =
    plan?.spellings.map(spelling => address.replace(plan.number, spelling)) ?? []
  return [first, ...others]
}

/** The addresses and whatever else they are spelled as, each once. */
export const everySpellingOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap(spellingsOf)),
]

/** Whether an address is one of these, however either is spelled. */
export const isAmong = (addresses: readonly string[], address: string | null | undefined): boolean =>
  typeof address === 'string' && spellingsOf(address).some(spelling => addresses.includes(spelling))
