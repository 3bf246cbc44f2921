import type { Revision, Versioned } from '../ports.ts'
import { isAmong } from '../spellings.ts'
import { create, difference, expiring, fieldRemoval, patch, union, type Write } from '../store.ts'
import type { ChannelName } from './channel-names.ts'
import { ownAddresses } from './channels/phone.ts'
import { type Guest, guests, storedGuest } from './guest.ts'

export type OptOutChange = 'out' | 'in'

/** Newer stored facts win. */
export interface GuestChange {
  guestId: string
  /** Absent for a live message: its own time applies. */
  at?: Date | undefined
  /** A chatapp address, whose window opens. */
  wroteFrom?: string | undefined
  optOut?: { channel: ChannelName; change: OptOutChange } | undefined
  /** Chatapp addresses from messages. */
  learned?: readonly string[] | undefined
  /** From staff; `forgotten` also removes learned addresses. */
  addresses?: readonly string[] | undefined
  forgotten?: readonly string[] | undefined
  /** The real guest; export and erasure follow. */
  sameAs?: string | undefined
  /** For a guest who is new or has no thread. */
  name?: string | null | undefined
  threadId?: string | undefined
}

/** Without `revision` the guest is new. */
export interface DueGuestChange extends GuestChange {
  at: Date
  revision?: Revision | undefined
}

/** `now` is the message's time. */
export const dueGuestChanges = (
  changes: readonly GuestChange[],
  records: ReadonlyMap<string, Versioned<Guest>>,
  now: Date,
): DueGuestChange[] =>
  changes.flatMap(change => {
    const stored = records.get(change.guestId)
    const due = dueGuestChange(change, stored?.value, now)
    return due ? [{ ...due, revision: stored?.revision }] : []
  })

/**
 * No time goes backwards; no opt-out or opt-in undoes a later one. Undefined for a missing guest; only `threadId`
 * creates one.
 */
export function dueGuestChange(
  change: GuestChange,
  guest: Guest | undefined,
  now: Date,
): DueGuestChange | undefined {
  if (!guest && change.threadId === undefined) return undefined
  const record = guest ?? nobody
  const { at = now, wroteFrom, optOut, learned = [], addresses = [], forgotten = [], name } = change
  const ofRecord = [...record.addresses, ...record.chatappIds]
  const own = [...ownAddresses(record), ...record.chatappIds, ...addresses]
  return {
    ...change,
    at,
    wroteFrom: record.lastChatappInboundAt && record.lastChatappInboundAt >= at ? undefined : wroteFrom,
    optOut: optOut && isLastWord(record, optOut, at) ? optOut : undefined,
    learned: learned.filter(address => !isAmong(own, address)),
    addresses: addresses.filter(address => !isAmong(record.addresses, address)),
    forgotten: ofRecord.filter(address => isAmong(forgotten, address)),
    name: guest ? undefined : name,
  }
}

const nobody: Guest = storedGuest.parse({})

/** At the same moment an opt-out wins. */
function isLastWord(
  { optedOut, optedIn }: Guest,
  { channel, change }: NonNullable<GuestChange['optOut']>,
  at: Date,
): boolean {
  const [out, back] = [optedOut[channel]?.getTime() ?? -1, optedIn[channel]?.getTime() ?? -1]
  return at.getTime() > out && (change === 'out' ? at.getTime() >= back : at.getTime() > back)
}

export const guestWrites = (changes: readonly DueGuestChange[]): Write[] =>
  changes.flatMap(change => {
    const { guestId, revision, wroteFrom, at } = change
    const changed = fieldsOf(change)
    if (Object.keys(changed).length === 0) return []
    // Only the latest message extends retention.
    const isLast = wroteFrom !== undefined || revision === undefined
    const guest = guests.at(guestId)
    const written = patch(guest, { ...changed, ...(isLast && expiring('guests', at)) }, revision)
    return revision === undefined ? [create(guest, {}), written] : [written]
  })

function fieldsOf(change: DueGuestChange): Record<string, unknown> {
  const {
    at,
    wroteFrom,
    optOut,
    learned = [],
    addresses = [],
    forgotten = [],
    name,
    threadId,
    sameAs,
  } = change
  return {
    ...(wroteFrom !== undefined && { lastChatappInboundAt: at, lastChatappAddress: wroteFrom }),
    ...(optOut && wordFields(optOut, at)),
    ...(addresses.length > 0 && { addresses: union(...addresses) }),
    ...(learned.length > 0 && { chatappIds: union(...learned) }),
    ...(forgotten.length > 0 && {
      addresses: difference(...forgotten),
      chatappIds: difference(...forgotten),
    }),
    ...(name !== undefined && { name }),
    ...(threadId !== undefined && { threadId }),
    ...(sameAs !== undefined && { sameAs }),
  }
}

const wordFields = ({ channel, change }: NonNullable<DueGuestChange['optOut']>, at: Date) =>
  change === 'out'
    ? { [`optedOut.${channel}`]: at }
    : { [`optedOut.${channel}`]: fieldRemoval, [`optedIn.${channel}`]: at }
