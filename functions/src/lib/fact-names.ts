export const factNames = [
  'checkIn',
  'checkOut',
  'wayIn',
  'doorCode',
  'wifi',
  'parking',
  'houseRules',
] as const
type FactName = (typeof factNames)[number]
export type NamedFacts = Partial<Record<FactName, string>>

/** Equal for `Wi-Fi` and `wifi`. */
export const keyOfFact = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || name

export function namedFacts(facts: Readonly<Record<string, string>>): NamedFacts {
  const texts = Object.entries(facts).map(([name, text]) => [keyOfFact(name), text.trim()] as const)
  return Object.fromEntries(
    factNames.flatMap(name => {
      const fact = texts.find(([key, text]) => key === keyOfFact(name) && text)
      return fact ? [[name, fact[1]]] : []
    }),
  )
}

/** Each lets somebody in. */
const forBookings: readonly FactName[] = ['wayIn', 'doorCode', 'wifi']
export const needsBooking = (name: string): boolean => forBookings.some(one => one === name)

export const forAnybody = (facts: NamedFacts): NamedFacts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !needsBooking(name)))
