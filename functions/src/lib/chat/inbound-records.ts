import * as z from 'zod'
import { textOrNull } from '../shapes.ts'
import { anyFields, collection, type StoredDocument } from '../store.ts'
import { channelNames } from './channel-names.ts'
import { messageMetadata } from './message.ts'

export const triageReasons = [
  'unknown-sender',
  'ambiguous-sender',
  'several-landlords',
  'no-thread',
  'not-stored',
] as const
export type TriageReason = (typeof triageReasons)[number]

export const candidate = z.object({
  threadId: z.string(),
  guestName: textOrNull,
  propertyName: textOrNull,
  /** Days, `YYYY-MM-DD`. */
  arrival: textOrNull,
  departure: textOrNull,
})
export type Candidate = z.infer<typeof candidate>

const storedTriageEntry = z.looseObject({
  channel: z.enum(channelNames),
  from: z.string(),
  senderId: z.string().nullish(),
  profileName: z.string().nullish(),
  body: z.string(),
  attachments: z.array(z.string()).default([]),
  metadata: messageMetadata.nullish(),
  optOut: z.enum(['out', 'in']).nullish().catch(null),
  reason: z.enum(triageReasons),
  /** Threads with their names at arrival. */
  candidates: z.array(candidate).catch([]).default([]),
  receivedAt: z.date(),
  status: z.enum(['open', 'dismissed', 'spam', 'assigned']).default('open'),
  /** Assigned entries only. */
  threadId: z.string().nullish(),
})
type StoredEntry = z.infer<typeof storedTriageEntry>
export type TriageEntry = StoredEntry & { entryId: string }

export const triage = collection('triage/{entryId}', storedTriageEntry)

export const entryIn = ({ id, value }: StoredDocument<StoredEntry>): TriageEntry => ({
  ...value,
  entryId: id,
})

/** `triage` is true while the message waits there. */
export const inboundRecords = collection('inboundMessages/{providerMessageId}', anyFields)

export const recordsOf = (providerMessageId: string) => [
  inboundRecords.at(providerMessageId),
  triage.any.at(providerMessageId),
]
