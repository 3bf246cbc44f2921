import type {
  DocumentReference,
  Firestore,
  Precondition,
  WriteBatch,
  WriteResult,
} from 'firebase-admin/firestore'
import type { Log } from '../../src/lib/ports.ts'
import type { Decorators } from '../support/services.ts'

/** One document's part of a commit. */
export interface Write {
  kind: 'create' | 'set' | 'update' | 'delete'
  document: DocumentReference
  fields: Record<string, unknown>
  precondition?: Precondition | undefined
}

/** A deliberate mistake in a system: in what its ports do, or in what it writes to Firestore. */
export interface Mistake {
  ports?: Decorators
  /** What is written instead; undefined: nothing. */
  write?: (write: Write) => Write | undefined
}

/** Makes the mistake anew for each process, so that it may remember what the process has done. */
export type Mistakes = (log: Log) => Mistake

export const noMistake: Mistakes = () => ({})

/** None either, by the way on which mistakes are written. */
export const writingAsTold: Mistakes = () => ({ write: write => write })

/** A Firestore to which other things are written than it is told. */
export function mistakenFirestore(db: Firestore, { write: change }: Mistake): Firestore {
  if (!change) return db
  const commit = (writes: readonly Write[]): Promise<WriteResult[]> => {
    const batch = db.batch()
    for (const write of writes.flatMap(one => change(one) ?? [])) add(batch, write)
    return batch.commit()
  }
  const doc = (path: string): DocumentReference => {
    const document = db.doc(path)
    const alone =
      (kind: Write['kind']) =>
      async (...given: Given) =>
        (await commit([writeOf(kind, document, given)]))[0]
    return Object.assign(document, {
      create: alone('create'),
      set: alone('set'),
      update: alone('update'),
      delete: alone('delete'),
    })
  }
  const batch = () => {
    const writes: Write[] = []
    const noting =
      (kind: Write['kind']) =>
      (document: DocumentReference, ...given: Given) => {
        writes.push(writeOf(kind, document, given))
        return noted
      }
    const noted = {
      create: noting('create'),
      set: noting('set'),
      update: noting('update'),
      delete: noting('delete'),
      commit: () => commit(writes),
    }
    return noted
  }
  return new Proxy(db, {
    get(target, name) {
      if (name === 'doc') return doc
      if (name === 'batch') return batch
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What a method that writes is given beside the document. */
type Given = readonly object[]

/** A deletion has no fields before its precondition. */
function writeOf(kind: Write['kind'], document: DocumentReference, given: Given): Write {
  const [fields = {}, precondition] = kind === 'delete' ? [{}, ...given] : given
  return { kind, document, fields: { ...fields }, precondition }
}

function add(batch: WriteBatch, { kind, document, fields, precondition }: Write): void {
  if (kind === 'create') batch.create(document, fields)
  else if (kind === 'set') batch.set(document, fields)
  else if (kind === 'delete') batch.delete(document, precondition)
  else if (precondition) batch.update(document, fields, precondition)
  else batch.update(document, fields)
}
