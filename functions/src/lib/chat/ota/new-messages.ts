import { dayMs } from '../../days.ts'
import { bounded, storeFollowing } from '../inbound/receive-message.ts'
import type { ReceivedMessage } from '../inbound/received-message.ts'
import { later } from '../posting/thread-patch.ts'
import { endFormerWait } from './former-wait.ts'
import { authorOf, inOrder, metadataOf } from './message.ts'
import { messagesOf, withoutOdd } from './odd.ts'
import { whoseSend } from './own-sends.ts'
import type { OddRecord, OtaMessage } from './ports.ts'
import type { Held, Home, Read, ReadDeps } from './reading.ts'
import type { Past } from './stored-conversation.ts'

const pageSize = 100
/** Pages that are new at once; what lies between them and what was read is caught up with. */
const mostPages = 5
/** How far back the first look goes: what is older was there before us. Milliseconds. */
const firstLookMs = 3 * dayMs
/** The OTA may show a message later than newer ones. Milliseconds. */
const lookBackMs = dayMs
/** A send of ours is under way that it may be. Milliseconds. */
const sendingPauseMs = 5_000

/** Stores what is new since the conversation was read, in the order of the OTA's time, from the oldest on. */
export async function readNew(deps: ReadDeps, held: Held, home: Home): Promise<Read> {
  const { conversationId, stored } = held
  const { readUpTo } = stored
  const first = new Date(deps.clock.now().getTime() - firstLookMs)
  const since = later(readUpTo ? new Date(readUpTo.getTime() - lookBackMs) : first, stored.past?.until)
  const found = await rowsSince(deps, conversationId, since)
  const past = pastAfter(stored.past, readUpTo, found)
  let [upTo, asked] = [readUpTo, 0]
  const read = (dueAt = home.dueAt): Read => ({
    fields: { ...home.fields, ...(upTo && { readUpTo: upTo }), past },
    dueAt,
    asked,
  })
  const about = { propertyId: home.fields.propertyId, conversationId, threadId: home.threadId }
  const sound = await withoutOdd<OtaMessage>(deps, found.rows, about)
  for (const message of inOrder(await unknownOf(deps, sound))) {
    const whose = message.sender === 'property' ? await whoseSend(deps, message, home) : 'theirs'
    if (whose === 'unclear yet') return read(new Date(deps.clock.now().getTime() + sendingPauseMs))
    if (whose === 'theirs') home.threadId = home.fields.threadId = await store(deps, message, home)
    const former = home.fields.formerThreadId ?? stored.formerThreadId
    if (former && message.sender === 'property') await endFormerWait(deps, former, answerOf(message, home))
    if (message.sender === 'guest') asked += 1
    upTo = later(message.at, upTo)
  }
  const newest = found.rows[0]?.at ?? found.olderThan
  if (newest) upTo = later(newest, upTo)
  return read()
}

interface Found {
  /** Newest first. */
  rows: (OtaMessage | OddRecord)[]
  /** Up to where something older is, or may be; undefined where nothing is. */
  olderThan: Date | undefined
  /** Whether nothing that was asked for is missing. */
  isWhole: boolean
}

async function rowsSince({ otaInbox }: ReadDeps, conversationId: string, since: Date): Promise<Found> {
  const rows: Found['rows'] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows: more, hasMore } = await messagesOf(otaInbox, conversationId, { page, pageSize })
    rows.push(...more.filter(({ at }) => at > since))
    const isReached = more.some(({ at }) => at <= since)
    if (isReached || !hasMore) return { rows, olderThan: isReached ? since : undefined, isWhole: true }
  }
  return { rows, olderThan: rows.at(-1)?.at, isWhole: false }
}

/** Neither stored nor sent by us. */
export async function unknownOf({ messages }: ReadDeps, rows: readonly OtaMessage[]): Promise<OtaMessage[]> {
  const unique = new Map(rows.map(row => [row.id, row]))
  const known = await messages.knownProviderIds([...unique.keys()])
  return [...unique.values()].filter(({ id }) => !known.has(id))
}

/** What is to be caught up with: what was there before, or came while nobody could read. */
function pastAfter(before: Past | null, readUpTo: Date | null, { olderThan, isWhole }: Found): Past | null {
  if (!olderThan || (isWhole && readUpTo)) return before
  return { ...(before ?? { from: readUpTo, mark: null, left: null }), until: olderThan }
}

const answerOf = (message: OtaMessage, home: Home) => ({
  messageId: message.id,
  by: authorOf(message, home).uid,
  at: message.at,
})

function store(deps: ReadDeps, message: OtaMessage, home: Home): Promise<string> {
  const received: ReceivedMessage = bounded(deps, {
    providerMessageId: message.id,
    channel: 'ota',
    from: home.conversation.id,
    body: message.text,
    attachments: message.attachments,
    metadata: metadataOf(message, home),
    receivedAt: message.at,
  })
  const target = { threadId: home.threadId, guests: [], conversation: home.conversation }
  return storeFollowing(deps, received, target, authorOf(message, home))
}
