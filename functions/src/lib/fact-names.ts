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

/** A door code needs a booking. */
export const forAnybody = ({ doorCode: _, ...facts }: NamedFacts): NamedFacts => facts
