import { endAfter, parseRetention, type Retained, type Retention } from '../../lib/retention.ts'

const usual = parseRetention('')
const chosen = new WeakMap<object, Retention>()

/** Sets the retention of this Firestore's documents. */
export function keepingFor<Database extends object>(db: Database, retention: Retention): Database {
  chosen.set(db, retention)
  return db
}

/** The field for Firestore's TTL policy; none if the document has no retention. */
export const endOf = (db: object, name: Retained, from: Date): { expireAt?: Date } =>
  endAfter(chosen.get(db) ?? usual, name, from)
