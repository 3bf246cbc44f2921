import type { QuerySnapshot } from 'firebase-admin/firestore'
import { type Heartbeats, storedHeartbeat } from '../../lib/health/heartbeat.ts'
import { FieldValue, type Firestore } from './client.ts'
import { plain, set } from './repository.ts'

export function heartbeats(db: Firestore): Heartbeats {
  return {
    async heartbeats() {
      const { docs } = await (await db.queries()).collection('heartbeats').get()
      return new Map(docs.map(document => [document.id, storedHeartbeat.parse(plain(document.data()))]))
    },

    async noteHeartbeat(subject, fields) {
      const values = Object.entries(fields).map(([field, value]) => [field, value ?? FieldValue.delete()])
      // Replaces whole fields; a merge would keep removed map entries.
      const written = set(db.doc(`heartbeats/${subject}`), Object.fromEntries(values), Object.keys(fields))
      await db.commit([written])
    },

    async newestEvents() {
      const queries = await db.queries()
      const [thread, change, email, channel] = await Promise.all([
        queries
          .collection('threads')
          .orderBy('updatedAt', 'desc')
          .limit(1)
          .select('lastMessage.createdAt')
          .get(),
        queries.collection('threadChanges').orderBy('at', 'desc').limit(1).get(),
        queries.collection('emails').orderBy('createdAt', 'desc').limit(1).select('createdAt').get(),
        queries
          .collection('propertyChannels')
          .orderBy('createdAt', 'desc')
          .limit(1)
          .select('createdAt')
          .get(),
      ])
      return {
        message: timeIn(thread, 'lastMessage.createdAt'),
        'thread-change': timeIn(change, 'at'),
        email: timeIn(email, 'createdAt'),
        channel: timeIn(channel, 'createdAt'),
      }
    },
  }
}

function timeIn({ docs }: QuerySnapshot, field: string): Date | undefined {
  const value = plain(docs[0]?.get(field))
  return value instanceof Date ? value : undefined
}
