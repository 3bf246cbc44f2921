import { FieldValue, type Firestore, type QuerySnapshot } from 'firebase-admin/firestore'
import { type Heartbeats, storedHeartbeat } from '../../lib/health/heartbeat.ts'
import { plain } from './repository.ts'

export function heartbeats(db: Firestore): Heartbeats {
  const beats = db.collection('heartbeats')
  return {
    async all() {
      const { docs } = await beats.get()
      return new Map(docs.map(document => [document.id, storedHeartbeat.parse(plain(document.data()))]))
    },

    async note(subject, fields) {
      const values = Object.entries(fields).map(([field, value]) => [field, value ?? FieldValue.delete()])
      // Whole fields, since a merge would keep what is no longer in a map.
      await beats.doc(subject).set(Object.fromEntries(values), { mergeFields: Object.keys(fields) })
    },

    async newestEvents() {
      const [thread, email, channel] = await Promise.all([
        db.collection('threads').orderBy('updatedAt', 'desc').limit(1).select('lastMessage.createdAt').get(),
        db.collection('emails').orderBy('createdAt', 'desc').limit(1).select('createdAt').get(),
        db.collection('propertyChannels').orderBy('createdAt', 'desc').limit(1).select('createdAt').get(),
      ])
      return {
        message: timeIn(thread, 'lastMessage.createdAt'),
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
