import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { pageBehind } from '../../cursor.ts'
import type { Seal } from '../../seal.ts'
import { channelNames } from '../channels/names.ts'
import { messageMetadata } from '../message.ts'
import { candidate } from './candidates.ts'
import type { ReceivedMessage } from './received-message.ts'

export const triageReasons = [
  'unknown-sender',
  'ambiguous-sender',
  'several-landlords',
  'no-thread',
  'not-stored',
] as const
export type TriageReason = (typeof triageReasons)[number]

/** An entry's state: to be looked at, set aside, or spam. */
export type TriageStatus = 'open' | 'dismissed' | 'spam'

export interface TriageMove {
  to: TriageStatus
  by: string
  at: Date
}

/** A stored entry, `triage/{providerMessageId}`: a message that came in and that we could not route. */
export const storedTriageEntry = z.looseObject({
  channel: z.enum(channelNames),
  from: z.string(),
  senderId: z.string().nullish(),
  profileName: z.string().nullish(),
  body: z.string(),
  attachments: z.array(z.string()).default([]),
  metadata: messageMetadata.nullish(),
  optOut: z.enum(['out', 'in']).nullish().catch(null),
  reason: z.enum(triageReasons),
  /** Threads it may belong to, as they were called when it came. */
  candidates: z.array(candidate).catch([]).default([]),
  receivedAt: z.date(),
  status: z.enum(['open', 'dismissed', 'spam', 'assigned']).default('open'),
  /** Of an assigned entry. */
  threadId: z.string().nullish(),
})
export type TriageEntry = z.infer<typeof storedTriageEntry> & { entryId: string }

/** An entry as staff see it. */
const triageView = (entry: TriageEntry) => ({
  id: entry.entryId,
  channel: entry.channel,
  from: entry.from,
  ...(entry.profileName && { profileName: entry.profileName }),
  body: entry.body,
  attachments: entry.attachments,
  ...(entry.metadata && { metadata: entry.metadata }),
  reason: entry.reason,
  ...(entry.candidates.length > 0 && { candidates: entry.candidates }),
  receivedAt: entry.receivedAt,
})
export type TriageView = ReturnType<typeof triageView>

/** The message that an entry keeps. */
export const keptMessage = (entry: TriageEntry): ReceivedMessage & { receivedAt: Date } => ({
  providerMessageId: entry.entryId,
  channel: entry.channel,
  from: entry.from,
  ...(entry.senderId && { senderId: entry.senderId }),
  ...(entry.profileName && { profileName: entry.profileName }),
  body: entry.body,
  attachments: entry.attachments,
  ...(entry.metadata && { metadata: entry.metadata }),
  ...(entry.optOut && { optOut: entry.optOut }),
  receivedAt: entry.receivedAt,
})

/** Which entries are listed, and whether the newest or the oldest come first. */
export interface TriageList {
  status: TriageStatus
  order: 'newest' | 'oldest'
}

export interface TriagePage {
  entries: TriageEntry[]
  nextCursor: string | null
}

interface TriagePages {
  page(list: TriageList, cursor: string | undefined): Promise<TriagePage | undefined>
}

/** The messages without a thread. Throws `validation-failed` for a cursor that is none. */
export async function listTriage(
  deps: { cursors: Seal; inbound: TriagePages },
  actor: Actor,
  { cursor, ...filter }: TriageList & { cursor: string | undefined },
): Promise<{ entries: TriageView[]; nextCursor: string | null }> {
  const reading = { actor, list: 'triage', filter, cursor }
  const page = await pageBehind(deps, reading, place => deps.inbound.page(filter, place))
  return { ...page, entries: page.entries.map(triageView) }
}
