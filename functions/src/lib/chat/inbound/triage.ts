import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import { pageBehind } from '../../cursor.ts'
import { clientId } from '../../identifiers.ts'
import type { Seal } from '../../ports.ts'
import { nextCursor } from '../../shapes.ts'
import { anyFields, collection, type Store } from '../../store.ts'
import { type ChannelName, channelNames } from '../channel-names.ts'
import { candidate, entryIn, type TriageEntry, triage, triageReasons } from '../inbound-records.ts'
import { messageMetadata } from '../message.ts'
import type { ReceivedMessage } from './received-message.ts'

export type TriageStatus = 'open' | 'dismissed' | 'spam'

export interface TriageMove {
  to: TriageStatus
  by: string
  at: Date
}

export interface TriageSender {
  channel: ChannelName
  from: string
}

const spamSenders = collection('spamSenders/{sender}', anyFields)

/** An address may hold characters that ids forbid. */
export const spamOf = ({ channel, from }: TriageSender) =>
  spamSenders.at(`${channel}:${encodeURIComponent(from)}`)

const mostOfSender = 500

/** Oldest first. */
export const entriesOf = async (
  store: Store,
  { channel, from }: TriageSender,
  place: TriageStatus,
): Promise<TriageEntry[]> => {
  const entries = triage
    .where('status', '==', place)
    .where('channel', '==', channel)
    .where('from', '==', from)
    .orderBy('receivedAt')
  return (await store.find(entries.limit(mostOfSender))).map(entryIn)
}

const triageView = z
  .object({
    id: z.string(),
    channel: z.enum(channelNames),
    from: z.string(),
    profileName: z.string().optional(),
    body: z.string(),
    attachments: z.array(z.string()),
    metadata: messageMetadata.optional(),
    reason: z.enum(triageReasons),
    candidates: z.array(candidate).optional(),
    receivedAt: z.date(),
  })
  .meta({ id: 'TriageEntry' })

const viewOf = (entry: TriageEntry): z.infer<typeof triageView> => ({
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

export const messageOfEntry = (entry: TriageEntry): ReceivedMessage & { receivedAt: Date } => ({
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

export const triageQuery = z.looseObject({
  status: z.enum(['open', 'dismissed', 'spam']).default('open'),
  order: z.enum(['newest', 'oldest']).default('oldest'),
  cursor: clientId.optional(),
})
type TriageQuery = Pick<z.infer<typeof triageQuery>, 'status' | 'order' | 'cursor'>

export const triagePage = z.object({ entries: z.array(triageView), nextCursor }).meta({ id: 'Triage' })

const listed = ({ status, order }: TriageQuery) =>
  order === 'oldest'
    ? triage.where('status', '==', status).orderBy('receivedAt').orderBy('__name__')
    : triage.where('status', '==', status).orderBy('receivedAt', 'desc').orderBy('__name__', 'desc')

const pageSize = 50

/** Throws `validation-failed` for an invalid cursor. */
export async function listTriage(
  deps: { cursors: Seal; store: Store },
  actor: Actor,
  { status, order, cursor }: TriageQuery,
): Promise<z.infer<typeof triagePage>> {
  const filter = { status, order }
  return pageBehind(deps, { actor, list: 'triage', filter, cursor }, async place => {
    const last = place === undefined ? undefined : await deps.store.read(triage.at(place))
    if (place !== undefined && !last) return undefined
    const behind = listed(filter).after(last && [last.value.receivedAt, last.id])
    const documents = await deps.store.find(behind.limit(pageSize + 1))
    const isLast = documents.length <= pageSize
    return {
      entries: documents.slice(0, pageSize).map(one => viewOf(entryIn(one))),
      nextCursor: isLast ? null : (documents[pageSize - 1]?.id ?? null),
    }
  })
}
