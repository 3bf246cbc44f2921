import * as z from 'zod'
import type { Needs } from '../context.ts'
import { keyedDigestOf } from '../digest.ts'
import { amend } from '../durable/amend.ts'
import { spellingsOf } from '../spellings.ts'
import { collection, type DocumentAt, put, type Store, type StoredDocument } from '../store.ts'
import { type ChannelName, channelNames } from './channel-names.ts'
import { ownAddresses } from './channels/phone.ts'
import { channels } from './channels/registry.ts'
import { type Guest, storedGuest } from './guest.ts'

type Word = z.infer<typeof storedWord>
const storedWord = z.looseObject({ isOut: z.boolean(), at: z.date() })

/** A keyed hash of channel and address names nobody, and outlives the guest's document. */
const optOuts = collection('optOuts/{hash}', storedWord)

/** The first key writes; every key reads. */
export interface OptOutKeys {
  rules: { optOutKeys(): readonly string[] }
}

function placesOf(
  { rules }: OptOutKeys,
  channel: ChannelName,
  address: string,
): [DocumentAt<Word>, ...DocumentAt<Word>[]] {
  const [first, ...others] = rules
    .optOutKeys()
    .flatMap(key => spellingsOf(address).map(one => optOuts.at(keyedDigestOf(key, `${channel}:${one}`))))
  if (first === undefined) throw new Error('OPT_OUT_KEY is not set')
  return [first, ...others]
}

const lastOf = (words: readonly (StoredDocument<Word> | undefined)[]): Word | undefined =>
  words.flatMap(word => word?.value ?? []).toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]

/** In any spelling. */
export async function optedOutSince(
  deps: OptOutKeys & { store: Store },
  channel: ChannelName,
  address: string,
): Promise<Date | undefined> {
  const word = lastOf(await deps.store.readAll(placesOf(deps, channel, address)))
  return word?.isOut ? word.at : undefined
}

/** A later word stays. */
export function noteOptOut(
  deps: Needs<'store'> & OptOutKeys,
  channel: ChannelName,
  address: string,
  { change, at }: { change: 'out' | 'in'; at: Date },
): Promise<void> {
  const places = placesOf(deps, channel, address)
  return amend(deps, {
    read: { words: places },
    decide({ words }) {
      const last = lastOf(words)
      // The opt-out wins a tie.
      const isKnown = last && (last.at > at || (last.at.getTime() === at.getTime() && last.isOut))
      const word = { isOut: change === 'out', at }
      return { writes: isKnown ? [] : [put(places[0], word, words[0]?.revision)], result: undefined }
    },
  })
}

/** Opt-outs outlive guest and number, as hashes of the guest's own addresses. */
export async function keepOptOuts(
  deps: Parameters<typeof noteOptOut>[0],
  { value }: Pick<StoredDocument, 'value'>,
): Promise<void> {
  const guest = storedGuest.parse(value)
  const addresses = new Set([...ownAddresses(guest), ...guest.chatappIds])
  for (const name of channelNames) {
    const at = guest.optedOut[name]
    const theirs = at ? [...addresses].filter(channels[name].mayBeAddress) : []
    for (const address of theirs) if (at) await noteOptOut(deps, name, address, { change: 'out', at })
  }
}

/** Adds opt-outs of the address alone. */
export async function withOptOuts(
  deps: Parameters<typeof optedOutSince>[0],
  guest: Guest,
  names: readonly ChannelName[],
): Promise<Guest> {
  const times = await Promise.all(
    names.map(async name => {
      const address = guest.optedOut[name] ? undefined : channels[name].addressOf(guest)
      return [name, address === undefined ? undefined : await optedOutSince(deps, name, address)] as const
    }),
  )
  const out = Object.fromEntries(times.filter(([, since]) => since))
  return { ...guest, optedOut: { ...guest.optedOut, ...out } }
}
