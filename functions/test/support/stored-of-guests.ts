/** The collections that hold what is personal of guests: the canaries of the tests stand in each. */
export const storedOfGuests = [
  ...['guests', 'users', 'reservations', 'threads', 'messages'],
  ...['scheduledSends', 'otaConversations', 'triage', 'spamSenders', 'emails', 'auditLog', 'files'],
] as const
