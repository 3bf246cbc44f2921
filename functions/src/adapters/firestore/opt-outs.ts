import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { OptOuts } from '../../lib/chat/guest.ts'
import type { DocumentReference, Firestore } from './client.ts'
import { parsed, set } from './repository.ts'

const stored = z.looseObject({ isOut: z.boolean(), at: z.date() })

/**
 * `optOuts/{hash}`, a keyed hash of channel and address, which names nobody without the key. The first key is used for
 * new ones, every one to look.
 */
export function optOuts(db: Firestore, keys: () => readonly string[]): OptOuts {
  const documentsOf = (channel: string, address: string): [DocumentReference, ...DocumentReference[]] => {
    const [first, ...others] = keys()
    if (first === undefined) throw new Error('OPT_OUT_KEY is not set')
    const documentBy = (key: string) =>
      db.doc(`optOuts/${createHmac('sha256', key).update(`${channel}:${address}`).digest('hex')}`)
    return [documentBy(first), ...others.map(documentBy)]
  }
  const lastWord = async (documents: readonly DocumentReference[]) =>
    (await db.getAll(documents))
      .flatMap(snapshot => parsed(snapshot, stored) ?? [])
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]

  return {
    async optedOutSince(channel, address) {
      const word = await lastWord(documentsOf(channel, address))
      return word?.isOut ? word.at : undefined
    },

    async noteOptOut(channel, address, { change, at }) {
      const documents = documentsOf(channel, address)
      const [isOut, word] = [change === 'out', await lastWord(documents)]
      // Of two words of the same moment the opt-out counts.
      if (word && (word.at > at || (word.at.getTime() === at.getTime() && word.isOut))) return
      await db.commit([set(documents[0], { isOut, at })])
    },
  }
}
