import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { OptOuts } from '../../lib/chat/guest.ts'
import { ContentionError } from '../../lib/durable/change.ts'
import { spellingsOf } from '../../lib/spellings.ts'
import type { DocumentReference, DocumentSnapshot, Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { parsed, put, revisionOf } from './repository.ts'

/** Words of one address that are handled at once; each try ends with one of them stored. */
const mostTries = 10

const stored = z.looseObject({ isOut: z.boolean(), at: z.date() })

/**
 * `optOuts/{hash}`, a keyed hash of channel and address, which names nobody without the key. The first key and the
 * first spelling of the address are used for new ones, every one to look.
 */
export function optOuts(db: Firestore, keys: () => readonly string[]): OptOuts {
  const documentBy = (key: string, channel: string, address: string) =>
    db.doc(`optOuts/${createHmac('sha256', key).update(`${channel}:${address}`).digest('hex')}`)
  const documentsOf = (channel: string, address: string): [DocumentReference, ...DocumentReference[]] => {
    const [first, ...others] = keys().flatMap(key =>
      spellingsOf(address).map(one => documentBy(key, channel, one)),
    )
    if (first === undefined) throw new Error('OPT_OUT_KEY is not set')
    return [first, ...others]
  }
  const lastWord = (snapshots: readonly DocumentSnapshot[]) =>
    snapshots
      .flatMap(snapshot => parsed(snapshot, stored) ?? [])
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]

  return {
    async optedOutSince(channel, address) {
      const word = lastWord(await db.getAll(documentsOf(channel, address)))
      return word?.isOut ? word.at : undefined
    },

    async noteOptOut(channel, address, { change, at }) {
      const documents = documentsOf(channel, address)
      for (let tries = 1; tries <= mostTries; tries += 1) {
        const found = await db.getAll(documents)
        const word = lastWord(found)
        // Of two words of the same moment the opt-out counts.
        if (word && (word.at > at || (word.at.getTime() === at.getTime() && word.isOut))) return
        const revision = found[0]?.updateTime && revisionOf(found[0].updateTime)
        const ended = await commit(db, [put(documents[0], { isOut: change === 'out', at }, revision)])
        if (ended !== 'unresolved') return
      }
      throw new ContentionError()
    },
  }
}
