import type { Revision, Versioned } from '../../ports.ts'
import { isAmong } from '../../spellings.ts'
import type { ChannelName } from '../channels/names.ts'
import { ownAddresses } from '../channels/phone.ts'
import { channels } from '../channels/registry.ts'
import { type FoundGuest, type Guest, storedGuest } from '../guest.ts'
import type { ReceivedMessage } from './received-message.ts'

/** What a message changes on a guest, in its own commit, unless something newer is stored by then. */
export interface GuestChange {
  guestId: string
  /** When the guest wrote; absent for a message that has just come: then it is the message's own time. */
  at?: Date | undefined
  /** The chatapp address the guest wrote from: its window is open from now on. */
  wroteFrom?: string | undefined
  optOut?: { channel: ChannelName; change: OptOutChange } | undefined
  /** Chatapp addresses that turned out to be the guest's. */
  learned?: readonly string[] | undefined
  /** Addresses that staff give the guest, and those that are taken away, learned ones included. */
  addresses?: readonly string[] | undefined
  forgotten?: readonly string[] | undefined
  /** The guest that a made-up guest turned out to be: export and erasure follow. */
  sameAs?: string | undefined
  /** Of a guest who is new, or had no thread. */
  name?: string | null | undefined
  threadId?: string | undefined
}

/** What a change comes to on the guest of that revision; of a new guest without one. */
export interface DueGuestChange extends GuestChange {
  at: Date
  revision?: Revision | undefined
}

type Sender = Pick<ReceivedMessage, 'from' | 'senderId'>
type Saying = Pick<ReceivedMessage, 'channel' | 'body' | 'metadata' | 'optOut'>
type Writing = Sender & Saying & Pick<ReceivedMessage, 'receivedAt'>

/** Every address the sender is known by to the provider. */
export const addressesOf = ({ from, senderId }: Sender): string[] =>
  senderId === undefined || senderId === from ? [from] : [from, senderId]

/** Whether one of these is among what staff gave the guest, or what was learned of them. */
export const hasAny = ({ addresses, chatappIds }: Guest, wanted: readonly string[]): boolean =>
  [...addresses, ...chatappIds].some(address => isAmong(wanted, address))

interface Senders {
  /** The guest who wrote the message, where that is known. */
  writer?: FoundGuest | undefined
  /** Everybody who is known by one of its addresses. */
  found: readonly FoundGuest[]
}

/**
 * What a message changes on guests, its writer first. Opt-out and chatapp window belong to the number: they change on
 * everybody who has it. On a guest known only by the sender's id, of the two only an opt-out changes. `ownWords`: those
 * by which guests opt out, beside the vendor's.
 */
export function changesByWriting(
  message: Writing,
  { writer, found }: Senders,
  ownWords: readonly string[],
): GuestChange[] {
  const others = found.filter(({ guestId }) => guestId !== writer?.guestId)
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

/** An opt-out or opt-in by a message: the vendor's own reading, else the message's words. */
export const optOutOf = (
  { channel, body, metadata, optOut }: Saying,
  ownWords: readonly string[],
): OptOutChange | undefined =>
  optOut ?? (metadata?.button ? undefined : optOutChange(channel, body, ownWords))

/** The changes, one for each guest: of two on the same guest the later fields win. */
export function merged(changes: readonly GuestChange[]): GuestChange[] {
  const byGuest = new Map<string, GuestChange>()
  for (const change of changes) byGuest.set(change.guestId, { ...byGuest.get(change.guestId), ...change })
  return [...byGuest.values()]
}

/** What changes come to on the guests as they stand. `now` is the message's time. */
export const dueGuestChanges = (
  changes: readonly GuestChange[],
  guests: ReadonlyMap<string, Versioned<Guest>>,
  now: Date,
): DueGuestChange[] =>
  changes.flatMap(change => {
    const stored = guests.get(change.guestId)
    const due = dueGuestChange(change, stored?.value, now)
    return due ? [{ ...due, revision: stored?.revision }] : []
  })

/**
 * What a change still has to write on the stored guest: no time goes backwards, no opt-out or opt-in undoes a later
 * one, nothing known is written again. Undefined for a guest who is gone; one is created only if the change names their
 * thread.
 */
export function dueGuestChange(
  change: GuestChange,
  guest: Guest | undefined,
  now: Date,
): DueGuestChange | undefined {
  if (!guest && change.threadId === undefined) return undefined
  const known = guest ?? nobody
  const { at = now, wroteFrom, optOut, learned = [], addresses = [], forgotten = [], name } = change
  const given = [...known.addresses, ...known.chatappIds]
  const own = [...ownAddresses(known), ...known.chatappIds, ...addresses]
  return {
    ...change,
    at,
    wroteFrom: known.lastChatappInboundAt && known.lastChatappInboundAt >= at ? undefined : wroteFrom,
    optOut: optOut && isLastWord(known, optOut, at) ? optOut : undefined,
    learned: learned.filter(address => !isAmong(own, address)),
    addresses: addresses.filter(address => !isAmong(known.addresses, address)),
    forgotten: given.filter(address => isAmong(forgotten, address)),
    name: guest ? undefined : name,
  }
}

const nobody: Guest = storedGuest.parse({})

/** Whether no later opt-out or opt-in is stored. Of an opt-out and an opt-in of the same moment the opt-out counts. */
function isLastWord(
  { optedOut, optedIn }: Guest,
  { channel, change }: NonNullable<GuestChange['optOut']>,
  at: Date,
): boolean {
  const [out, back] = [optedOut[channel]?.getTime() ?? -1, optedIn[channel]?.getTime() ?? -1]
  return at.getTime() > out && (change === 'out' ? at.getTime() >= back : at.getTime() > back)
}

/** A guest no longer wants to be written to on a channel, or wants it again. */
export type OptOutChange = 'out' | 'in'

/**
 * The opt-out or opt-in of a text that is one of the channel's words and nothing else, whatever its case, width, accents and the
 * punctuation around it; undefined for any other text.
 */
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

/** Longer than any word with what people put around it. */
const mostAround = 200

/** The words alone; undefined where there is none, or a text. */
function folded(text: string): string | undefined {
  const said = text.trim()
  if (said.length > mostAround) return undefined
  const plain = said.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  return (
    plain
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toUpperCase() || undefined
  )
}
