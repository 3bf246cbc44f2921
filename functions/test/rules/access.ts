/** Readers, each one user, with the claims of their ID token. */
export const tokens = {
  'not signed in': undefined,
  'anonymous sign-in': { firebase: { sign_in_provider: 'anonymous', identities: {} } },
  stranger: {},
  participant: {},
  'author who joined by posting': {},
  'former staff': {},
  guest: {},
  landlord: { role: 'landlord' },
  service: { role: 'service' },
  support: { role: 'support' },
  operations: { role: 'operations' },
} as const

export type Identity = keyof typeof tokens
export const identities = Object.keys(tokens) as Identity[]

export const uidOf = (identity: Identity): string => `uid-of-${identity.replaceAll(' ', '-')}`

const nobody: readonly Identity[] = []
const operations: readonly Identity[] = ['operations']
export const staff: readonly Identity[] = ['support', 'operations']
const signedIn = identities.filter(identity => !['not signed in', 'anonymous sign-in'].includes(identity))

export interface Row {
  /** A stored document; `{uid}` is the asking user's id. */
  document: string
  get: readonly Identity[]
  list: readonly Identity[]
}

const readBy = (readers: readonly Identity[], ...documents: string[]): Row[] =>
  documents.map(document => ({ document, get: readers, list: readers }))

/** The whole access model: who reads which collection. Nobody writes. */
export const access: Row[] = [
  { document: 'users/{uid}', get: signedIn, list: nobody },
  { document: 'users/somebody-else', get: nobody, list: nobody },
  { document: 'presence/t', get: staff, list: nobody },
  // Staff list these a page at a time, which has its own test.
  { document: 'writing/w', get: nobody, list: nobody },
  ...readBy(staff, 'threads/t', 'threads/t/messages/m', 'threads/t/messages/a-note', 'absences/a'),
  ...readBy(
    operations,
    'properties/p',
    'properties/p/rooms/r',
    'properties/p/ratePlans/r',
    'properties/p/rooms/r/beds/b',
    'connectionRequests/r',
    'connectionAttempts/p_booking',
    'propertyChannels/p_booking',
    'items/i',
  ),
  ...readBy(
    nobody,
    'accounts/uid-of-landlord',
    'subscriptions/s',
    'invoices/i',
    'emails/e',
    'auditLog/a',
    'inboundMessages/i',
    'triage/t',
    'spamSenders/s',
    'mappingExamples/e',
    'staleRecords/t',
    'portfolio/p',
    'requestKeys/r',
    'threadChanges/t',
    'ledger/t_m',
    'teams/t',
    'userViews/{uid}',
    'files/f',
    'cannedReplies/c',
    'cannedNames/all',
    'otaConversations/c',
    'otaInboxes/p',
    'scheduledSends/t_m',
    'connectionBatches/b',
    'connectionBatches/b/batchRows/0',
    'checkpoints/search',
    'lanes/chatapp',
    'standings/s',
    'rateLimits/uid-of-participant_1',
    'optOuts/h',
    'spendCounters/2026-01-01_all_0_all',
    'reservations/r',
    'reservationPulls/p',
    'guests/uid-of-participant',
    'chatappIdentities/c',
    'unknown/u',
    // Documents below a readable one are not readable with it, but for properties.
    'users/{uid}/unknown/u',
    'threads/t/unknown/u',
    'threads/t/messages/m/unknown/u',
    'connectionRequests/r/unknown/u',
    'connectionAttempts/p_booking/unknown/u',
    'propertyChannels/p_booking/history/h',
    'items/i/unknown/u',
  ),
]

/** Contents of the documents that look as if they belonged to somebody. */
export const contents: Record<string, object> = {
  'threads/t': {
    participantIds: ['participant', 'service', 'landlord', 'guest'].map(name => `uid-of-${name}`),
    selfJoinedIds: ['uid-of-author-who-joined-by-posting'],
    roleJoinedIds: ['uid-of-former-staff'],
    updatedAt: new Date(0),
  },
  'threads/t/messages/m': { authorId: 'uid-of-participant', type: 'message', createdAt: new Date(0) },
  'threads/t/messages/a-note': { authorId: 'uid-of-support', type: 'note', createdAt: new Date(1) },
  'properties/p': { landlordId: 'uid-of-landlord' },
  'writing/w': { threadId: 't', userId: 'uid-of-support', at: new Date(0) },
  'connectionRequests/r': { propertyId: 'p', ota: 'booking', status: 'pending' },
}
