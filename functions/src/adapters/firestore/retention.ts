import { parseRetention, type Retained, type Retention } from '../../lib/retention.ts'

const usual = parseRetention('')
const chosen = new WeakMap<object, Retention>()

/** From now on documents of this Firestore end as it says. */
export function keepingFor<Database extends object>(db: Database, retention: Retention): Database {
  chosen.set(db, retention)
  return db
}

/** The field by whose TTL policy Firestore deletes a document; none where it is kept until told otherwise. */
export function endOf(db: object, name: Retained, from: Date): { expireAt?: Date } {
  const days = (chosen.get(db) ?? usual)[name]
  return days === undefined ? {} : { expireAt: new Date(from.getTime() + days * 86_400_000) }
}
