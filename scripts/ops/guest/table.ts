/** The collections that hold what is personal of guests: the canaries of the tests stand in each. */
export const storedOfGuests = [
  ...['guests', 'users', 'reservations', 'threads', 'messages'],
  ...['scheduledSends', 'otaConversations', 'triage', 'spamSenders', 'emails', 'auditLog', 'files'],
] as const

export interface Row {
  personal: string
  kept: string
  erased: string
}

/** The table of collections in docs/personal-data.md, by collection. */
export const tableOf = (text: string): Map<string, Row> =>
  new Map(
    text.split('\n').flatMap((line): [string, Row][] => {
      const [, name, personal, kept, erased] = /^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$/.exec(line) ?? []
      return name && personal && kept && erased ? [[name, { personal, kept, erased }]] : []
    }),
  )
