import { dayMs } from '../../days.ts'
import { DomainError } from '../../errors.ts'
import { addressOf, namesOf } from '../channels/ota.ts'
import { channels } from '../channels/registry.ts'
import { deliveryContext } from '../delivery/change-delivery.ts'
import { giveUpAfter, lookUp } from '../delivery/look-up.ts'
import { bounded, storeFollowing } from '../inbound/receive-message.ts'
import type { ReceivedMessage } from '../inbound/received-message.ts'
import type { StoredMessage } from '../message.ts'
import { claimedFor, providerIdsAmong } from '../stored-messages.ts'
import { later } from '../times.ts'
import { endFormerWait } from './former-wait.ts'
import { authorOf, inOrder, metadataOf } from './message.ts'
import { latestTime, messagesOf, oddRecord, withoutOdd } from './odd.ts'
import type { OddRecord, OtaMessage } from './ports.ts'
import type { ConversationLease, Home, Read, ReadDeps } from './reading.ts'
import type { Past } from './stored-conversation.ts'

const pageSize = 100
/** Pages of new messages; catching up covers the gap. */
const mostPages = 5
/** Milliseconds of the first look; older messages are past. */
const firstLookMs = 3 * dayMs
/** Milliseconds; an OTA may show a message after newer ones. */
const lookBackMs = dayMs
/** Milliseconds while the message may be our send in flight. */
const sendingPauseMs = 5_000

export async function readNew(deps: ReadDeps, lease: ConversationLease, home: Home): Promise<Read> {
  const { conversationId, stored } = lease
  const now = deps.clock.now()
  const latest = latestTime(now)
  const readUpTo = stored.readUpTo && notAfter(latest, stored.readUpTo)
  const first = new Date(now.getTime() - firstLookMs)
  const since = later(readUpTo ? new Date(readUpTo.getTime() - lookBackMs) : first, stored.past?.until)
  const recent = await rowsSince(deps, conversationId, since)
  const past = pastAfter(stored.past, readUpTo, recent)
  let [upTo, guestMessageCount] = [readUpTo, 0]
  const read = (dueAt = home.dueAt): Read => ({
    fields: { ...home.fields, ...(upTo && { readUpTo: upTo }), past },
    dueAt,
    guestMessageCount,
  })
  const about = { propertyId: home.fields.propertyId, conversationId, threadId: home.threadId }
  const sound = await withoutOdd<OtaMessage>(deps, recent.rows, about)
  for (const message of inOrder(await unknownOf(deps, sound))) {
    const whose = message.sender === 'property' ? await whoseSend(deps, message, home) : 'theirs'
    if (whose === 'unclear yet') return read(new Date(deps.clock.now().getTime() + sendingPauseMs))
    if (whose === 'theirs') {
      const threadId = await store(deps, message, home)
      if (threadId === undefined) {
        const odd = await unknownOf(deps, [message])
        const records = odd.map(({ id, at }) => oddRecord(id, ['id'], at))
        await withoutOdd(deps, records, about)
      } else home.threadId = home.fields.threadId = threadId
    }
    const former = home.fields.formerThreadId ?? stored.formerThreadId
    if (former && message.sender === 'property') await endFormerWait(deps, former, answerOf(message, home))
    if (message.sender === 'guest') guestMessageCount += 1
    upTo = later(notAfter(latest, message.at), upTo)
  }
  const newest = recent.rows[0]?.at ?? recent.olderThan
  if (newest) upTo = later(notAfter(latest, newest), upTo)
  return read()
}

const notAfter = (latest: Date, at: Date): Date => (at < latest ? at : latest)

interface RecentRows {
  /** Newest first. */
  rows: (OtaMessage | OddRecord)[]
  /** Older messages may exist up to this time. */
  olderThan: Date | undefined
  isWhole: boolean
}

async function rowsSince({ otaInbox }: ReadDeps, conversationId: string, since: Date): Promise<RecentRows> {
  const rows: RecentRows['rows'] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows: more, hasMore } = await messagesOf(otaInbox, conversationId, { page, pageSize })
    rows.push(...more.filter(({ at }) => at > since))
    const isReached = more.some(({ at }) => at <= since)
    if (isReached || !hasMore) return { rows, olderThan: isReached ? since : undefined, isWhole: true }
  }
  return { rows, olderThan: rows.at(-1)?.at, isWhole: false }
}

export async function unknownOf({ store }: ReadDeps, rows: readonly OtaMessage[]): Promise<OtaMessage[]> {
  const unique = new Map(rows.map(row => [row.id, row]))
  const idsOfMessages = await providerIdsAmong(store, [...unique.keys()])
  return [...unique.values()].filter(({ id }) => !idsOfMessages.has(id))
}

/** Past messages are from before the first look, or from an outage. */
function pastAfter(
  before: Past | null,
  readUpTo: Date | null,
  { olderThan, isWhole }: RecentRows,
): Past | null {
  if (!olderThan || (isWhole && readUpTo)) return before
  return { ...(before ?? { from: readUpTo, mark: null, left: null }), until: olderThan }
}

const answerOf = (message: OtaMessage, home: Home) => ({
  messageId: message.id,
  by: authorOf(message, home).uid,
  at: message.at,
})

/** Returns the message's thread; undefined if another message has the id. */
async function store(deps: ReadDeps, message: OtaMessage, home: Home): Promise<string | undefined> {
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
  try {
    return await storeFollowing(deps, received, target, authorOf(message, home))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'message-conflict') return undefined
    throw error
  }
}

/** Only the look-up decides `ours`, and stores it. */
async function whoseSend(
  deps: ReadDeps,
  message: OtaMessage,
  { conversation }: Home,
): Promise<'ours' | 'theirs' | 'unclear yet'> {
  const address = addressOf({ conversation })
  const names = [address, ...namesOf(address, [conversation])]
  const since = new Date(message.at.getTime() - giveUpAfter)
  const claimed = await claimedFor(deps.store, names, since)
  for (const sibling of claimed.filter(one => mayBe(one, message))) {
    const { delivery, threadId, messageId } = sibling
    if (delivery?.status === 'sending') return 'unclear yet'
    const ref = { threadId, messageId }
    const context = await deliveryContext(deps, ref)
    const finding = context && (await lookUp(deps, ref, context, 'ota'))
    if (finding === 'unanswered') return 'unclear yet'
    if (typeof finding === 'object' && finding.providerMessageId === message.id) return 'ours'
  }
  return 'theirs'
}

const underWay = new Set<unknown>(['sending', 'unknown'])

function mayBe({ body, delivery, externalMessageId }: StoredMessage, { text, at }: OtaMessage): boolean {
  const { clockSkew, isSameText } = channels.ota.lookUp
  const claimedAt = delivery?.claimedAt?.getTime() ?? Infinity
  return (
    externalMessageId === undefined &&
    underWay.has(delivery?.status) &&
    claimedAt - clockSkew <= at.getTime() &&
    isSameText(text, body)
  )
}
