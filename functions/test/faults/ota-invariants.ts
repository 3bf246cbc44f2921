import type { StoredMessage } from '../../src/lib/chat/message.ts'
import { type BookingName, bookings, type OtaWorld, reservationOf, teamMinutes } from './ota-world.ts'

const minute = 60_000
const [lately, day] = [30 * 24 * 60 * minute, 24 * 60 * minute]

const arrivalOf = ({ createdAt, receivedAt = createdAt }: StoredMessage): Date => receivedAt
const byOrder = (a: StoredMessage, b: StoredMessage): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.messageId < b.messageId ? -1 : 1)
const isStuck = (status: string): boolean => status === 'failed' || status === 'unknown'
const isAsk = ({ metadata, past }: StoredMessage): boolean => metadata?.sender === 'guest' && !past

/** Rules once everything has come to rest. */
export async function violationsOf(world: OtaWorld): Promise<string[]> {
  const stored = await world.everyMessage()
  return [
    ...ofInbox(world, stored),
    ...ofSends(world, stored),
    ...ofDestinations(world, stored),
    ...ofParts(world, stored),
    ...(await ofFiles(world, stored)),
    ...(await ofWaits(world, stored)),
    ...(await ofDueWork(world)),
  ]
}

/** Each message of the OTA stands in its thread exactly once, and in order. */
function ofInbox({ vendor }: OtaWorld, stored: readonly StoredMessage[]): string[] {
  const wrong: string[] = []
  for (const [conversationId, { messages }] of vendor.correspondences) {
    const ids = messages.map(({ id }) => id)
    for (const id of ids) {
      const found = stored.filter(({ externalMessageId }) => externalMessageId === id)
      if (found.length !== 1) wrong.push(`${conversationId}: ${id} stands ${found.length} times`)
    }
    const order = stored
      .filter(({ source, metadata }) => source === 'ota' && metadata?.conversationId === conversationId)
      .toSorted(byOrder)
      .map(({ messageId }) => messageId)
    const should = ids.filter(id => order.includes(id))
    if (JSON.stringify(order) !== JSON.stringify(should))
      wrong.push(`${conversationId}: in the order ${order.slice(-9)}, not ${should.slice(-9)}`)
  }
  return wrong
}

/** Each message of ours was accepted at most once, and its outcome is known, or shown as unknown. */
function ofSends({ vendor }: OtaWorld, stored: readonly StoredMessage[]): string[] {
  const wrong: string[] = []
  for (const { messageId, delivery, externalMessageId, body } of stored.filter(one => one.delivery)) {
    const acceptances = vendor.accepted.filter(one => one.messageId === messageId)
    const say = (what: string) => wrong.push(`${messageId}: ${what}`)
    if (acceptances.length > 1) say(`was accepted ${acceptances.length} times`)
    if (delivery?.dueAt) say(`is still ${delivery.status} and due`)
    if (delivery?.status === 'failed' && acceptances.length > 0) say('failed, and was accepted')
    // A look-up may take another message with the same text for ours.
    const isSame = [...vendor.correspondences.values()].some(({ messages }) =>
      messages.some(one => one.id === externalMessageId && !one.userId && one.text === body),
    )
    const isFound = acceptances[0]?.id === externalMessageId || (acceptances.length === 0 && isSame)
    if (delivery?.status === 'sent' && !isFound) say('is said to be another')
    if (delivery?.status !== 'unknown') continue
    const isAlone = stored.filter(one => one.delivery && one.body === body).length === 1
    const shown = vendor.of(acceptances[0]?.conversationId ?? 'first').filter(one => one.text === 'Yes')
    if (acceptances.length > 0 && isAlone && (body !== 'Yes' || shown.length === 1)) say('was not found')
  }
  return wrong
}

/** No message goes to a wrong booking. */
function ofDestinations({ vendor }: OtaWorld, stored: readonly StoredMessage[]): string[] {
  return vendor.accepted.flatMap(({ messageId, conversationId }) => {
    const sent = stored.find(one => one.messageId === messageId)
    const bookingId = vendor.correspondences.get(conversationId)?.conversation.bookingId
    if (!sent) return [`${messageId} is not there`]
    const subject = `${messageId} went to ${conversationId}`
    if (sent.reservationId)
      return reservationOf(bookingId as BookingName) === sent.reservationId
        ? []
        : [`${subject}, not its stay`]
    const before = stored
      .filter(one => one.threadId === sent.threadId && byOrder(one, sent) < 0)
      .filter(({ metadata }) => metadata?.sender === 'guest')
      .toSorted((a, b) => arrivalOf(a).getTime() - arrivalOf(b).getTime())
    const last = before.at(-1)
    if (!last || last.past || sent.createdAt.getTime() - arrivalOf(last).getTime() >= lately) {
      const guests = new Set(before.map(({ metadata }) => metadata?.conversationId).map(guestOf))
      return guests.size === 0 || guests.has(guestOf(conversationId)) ? [] : [`${subject}, of another guest`]
    }
    return last.metadata?.conversationId === conversationId
      ? []
      : [`${subject}, not where the guest wrote last`]
  })
}

/** A text goes before its files, and each file before the next, by the vendor's times. */
function ofParts({ vendor }: OtaWorld, stored: readonly StoredMessage[]): string[] {
  const messages = [...vendor.correspondences.values()].flatMap(one => one.messages)
  // A send with an unknown outcome may be found at the OTA under another id.
  const timeOf = (messageId: string): Date | undefined => {
    const accepted = vendor.accepted.find(one => one.messageId === messageId)?.id
    const id = accepted ?? stored.find(one => one.messageId === messageId)?.externalMessageId
    return messages.find(one => one.id === id)?.at
  }
  return stored.flatMap(({ messageId, delivery }) => {
    const at = timeOf(messageId)
    if (delivery?.after === undefined || at === undefined) return []
    const before = timeOf(delivery.after)
    return before !== undefined && before < at ? [] : [`${messageId} went before ${delivery.after}`]
  })
}

/** Guests' files are stored, unused uploads are gone, and no bytes lack a record. */
async function ofFiles(
  { vendor, bytes, read }: OtaWorld,
  stored: readonly StoredMessage[],
): Promise<string[]> {
  const records = await read('files')
  const shown = stored.flatMap(({ messageId, files = [] }) =>
    files.map(({ fileId, size }) => ({ messageId, fileId, size })),
  )
  const fileGaps = shown.flatMap(({ messageId, fileId, size }) => {
    const { state, attempts } = records.get(fileId) ?? {}
    const isKept = state === 'used' && bytes.get(fileId)?.length === size
    return isKept || (state === 'lost' && Number(attempts) > 5)
      ? []
      : [`${fileId} of ${messageId} is ${state}, ${size}`]
  })
  const sent = [...vendor.correspondences.values()].flatMap(({ messages }) =>
    messages.flatMap(({ id, attachments }) => {
      const count = shown.filter(({ messageId }) => messageId === id).length
      return count === attachments.length ? [] : [`${id} shows ${count} files`]
    }),
  )
  const of = new Set(shown.map(({ fileId }) => fileId))
  const left = [...new Set([...records.keys(), ...bytes.keys()])].filter(fileId => !of.has(fileId))
  return [...fileGaps, ...sent, ...left.map(fileId => `${fileId} lies about`)]
}

const guestOf = (conversationId: string | undefined): string =>
  conversationId === 'inquiry' ? 'ana' : (bookings[conversationId as BookingName]?.guestId ?? '')

/** Each wait begins and is due as the messages tell. */
async function ofWaits(world: OtaWorld, stored: readonly StoredMessage[]): Promise<string[]> {
  const threads = [...(await world.read('threads'))].filter(([, { mergedInto }]) => !mergedInto)
  return threads.flatMap(([threadId, thread]) => {
    let open: { since: number; until: number; last: number } | undefined
    for (const one of stored.filter(message => message.threadId === threadId).toSorted(byOrder)) {
      const at = arrivalOf(one).getTime()
      if (isAsk(one)) {
        const until = at + Math.min(day, teamMinutes * minute)
        const { since = at, until: before = until, last = at } = open ?? {}
        open = { since: Math.min(since, at), until: Math.min(before, until), last: Math.max(last, at) }
      } else if (one.past) continue
      else if (one.metadata?.sender === 'property') open = open && at >= open.last ? undefined : open
      else if (one.delivery && !isStuck(one.delivery.status)) open = undefined
    }
    const is = [thread.unansweredSince, thread.dueBy].map(time => (time ? Number(time) : undefined))
    const should = [open?.since, open?.until]
    return JSON.stringify(is) === JSON.stringify(should)
      ? []
      : [`${threadId}: waits since and until ${JSON.stringify(is)}, not ${JSON.stringify(should)}`]
  })
}

async function ofDueWork({ read }: OtaWorld): Promise<string[]> {
  return [...(await read('otaConversations'))].flatMap(([id, { dueAt, past, bookingId, reservationId }]) =>
    dueAt || past || (bookingId && bookingId !== 'inquired' && !reservationId)
      ? [`${id} is not at rest`]
      : [],
  )
}
