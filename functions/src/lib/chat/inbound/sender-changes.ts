import { isAmong } from '../../spellings.ts'
import type { ChannelName } from '../channel-names.ts'
import { channels } from '../channels/registry.ts'
import type { GuestWithId } from '../guest.ts'
import type { GuestChange, OptOutChange } from '../guest-change.ts'
import { addressesOf, hasAny, type Sender } from '../senders.ts'
import type { ReceivedMessage } from './received-message.ts'

type Saying = Pick<ReceivedMessage, 'channel' | 'body' | 'metadata' | 'optOut'>
type Writing = Sender & Saying & Pick<ReceivedMessage, 'receivedAt'>

interface Senders {
  writer?: GuestWithId | undefined
  senders: readonly GuestWithId[]
}

/**
 * Opt-out and window belong to the number, so all its guests change, the writer first; a guest with only the sender's
 * id takes just an opt-out. `ownWords` extend the vendor's.
 */
export function changesByWriting(
  message: Writing,
  { writer, senders }: Senders,
  ownWords: readonly string[],
): GuestChange[] {
  const others = senders.filter(({ guestId }) => guestId !== writer?.guestId)
  const learned = channels[message.channel].learnsChatappIds && { learned: addressesOf(message) }
  return [
    ...(writer ? [{ ...changeOf(writer.guestId, message, ownWords), ...learned }] : []),
    ...others.map(({ guestId, guest }) => {
      const isTheirs = isAmong([message.from], guest.phone) || hasAny(guest, [message.from])
      const { wroteFrom, optOut, ...change } = changeOf(guestId, message, ownWords)
      if (isTheirs) return { ...change, ...(wroteFrom && { wroteFrom }), ...(optOut && { optOut }) }
      return { ...change, ...(optOut?.change === 'out' && { optOut }) }
    }),
  ]
}

function changeOf(guestId: string, message: Writing, ownWords: readonly string[]): GuestChange {
  const { channel, from, receivedAt } = message
  const change = optOutOf(message, ownWords)
  return {
    guestId,
    ...(receivedAt && { at: receivedAt }),
    ...(channels[channel].learnsChatappIds && { wroteFrom: from }),
    ...(change && { optOut: { channel, change } }),
  }
}

/** The vendor's own reading comes first. */
export const optOutOf = (
  { channel, body, metadata, optOut }: Saying,
  ownWords: readonly string[],
): OptOutChange | undefined =>
  optOut ?? (metadata?.button ? undefined : optOutChange(channel, body, ownWords))

export function merged(changes: readonly GuestChange[]): GuestChange[] {
  const byGuest = new Map<string, GuestChange>()
  for (const change of changes) byGuest.set(change.guestId, { ...byGuest.get(change.guestId), ...change })
  return [...byGuest.values()]
}

/** The text must be one word of the list, whatever its case, width, accents and punctuation. */
export function optOutChange(
  channel: ChannelName,
  text: string,
  ownWords: readonly string[] = [],
): OptOutChange | undefined {
  const { optOutWords: words } = channels[channel]
  const word = folded(text)
  if (word === undefined || words.out.length === 0) return undefined
  if (words.out.includes(word) || ownWords.some(own => folded(own) === word)) return 'out'
  return words.in.includes(word) ? 'in' : undefined
}

/** Characters; longer than any word with punctuation. */
const mostAround = 200

function folded(text: string): string | undefined {
  const body = text.trim()
  if (body.length > mostAround) return undefined
  const plain = body.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return (
    plain
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toUpperCase() || undefined
  )
}
