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

/** What docs/personal-data.md says of each collection: a row of its table, or a point of its list, which nothing erases. */
export const tableOf = (text: string): Map<string, Row> =>
  new Map(
    text.split('\n').flatMap((line): [string, Row][] => {
      const [, name, personal, kept, erased] = /^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$/.exec(line) ?? []
      if (name && personal && kept && erased) return [[name, { personal, kept, erased }]]
      const [, names, until, what] = /^- ((?:`\w+`, )+)(.*?): (.*)$/.exec(line) ?? []
      if (!names || !until || !what) return []
      const row = { personal: what, kept: until, erased: '–' }
      return [...names.matchAll(/\w+/g)].map(([one]) => [one, row])
    }),
  )
