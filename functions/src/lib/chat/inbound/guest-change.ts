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
type Writing = Sender & Pick<ReceivedMessage, 'channel' | 'body' | 'metadata' | 'receivedAt'>

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
 * everybody who has it. On a guest known only by the sender's id, of the two only an opt-out changes.
 */
export function changesByWriting(message: Writing, { writer, found }: Senders): GuestChange[] {
  const others = found.filter(({ guestId }) => guestId !== writer?.guestId)
  const learned = channels[message.channel].learnsChatappIds && { learned: addressesOf(message) }
  return [
    ...(writer ? [{ ...changeOf(writer.guestId, message), ...learned }] : []),
    ...others.map(({ guestId, guest }) => {
      const isTheirs = isAmong([message.from], guest.phone) || hasAny(guest, [message.from])
      const { wroteFrom, optOut, ...change } = changeOf(guestId, message)
      if (isTheirs) return { ...change, ...(wroteFrom && { wroteFrom }), ...(optOut && { optOut }) }
      return { ...change, ...(optOut?.change === 'out' && { optOut }) }
    }),
  ]
}

function changeOf(guestId: string, message: Writing): GuestChange {
  const [{ channel, from, receivedAt }, change] = [message, optOutOf(message)]
  return {
    guestId,
    ...(receivedAt && { at: receivedAt }),
    ...(channels[channel].learnsChatappIds && { wroteFrom: from }),
    ...(change && { optOut: { channel, change } }),
  }
}

/** What a message says of being written to on its channel. */
export const optOutOf = ({
  channel,
  body,
  metadata,
}: Pick<ReceivedMessage, 'channel' | 'body' | 'metadata'>): OptOutChange | undefined =>
  metadata?.button ? undefined : optOutChange(channel, body)

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
 * What a text changes if it is exactly one of the channel's words, in upper or lower case; undefined for any other
 * text.
 */
export function optOutChange(channel: ChannelName, text: string): OptOutChange | undefined {
  const { optOutWords: words } = channels[channel]
  const word = text.trim().toUpperCase()
  if (words.out.includes(word)) return 'out'
  return words.in.includes(word) ? 'in' : undefined
}
