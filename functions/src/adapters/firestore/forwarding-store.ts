import type { Firestore } from 'firebase-admin/firestore'
import { storedMessage } from '../../lib/chat/message.ts'
import type { ForwardingStore } from '../../lib/chat/ports.ts'
import { isLostRace } from './failures.ts'
import { messageDoc, messageRefOf } from './paths.ts'
import { allOf, hasCome } from './query-pages.ts'
import { unchanged, versioned } from './values.ts'

export const forwardingStore = (db: Firestore): ForwardingStore => ({
  async message(ref) {
    return versioned(await messageDoc(db, ref).get(), storedMessage)
  },

  async recordSuccess(ref, forwarding) {
    await messageDoc(db, ref).update({ forwarding })
  },

  async recordFailure(ref, revision, forwarding) {
    try {
      await messageDoc(db, ref).update({ forwarding }, unchanged(revision))
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
  },

  async unfinished(now) {
    const pending = db
      .collectionGroup('messages')
      .where('forwarding.status', '==', 'pending')
      .select('forwarding.notBefore')
    const due = await allOf(pending, message => hasCome(message, 'forwarding.notBefore', now))
    return due.map(messageRefOf)
  },
})
