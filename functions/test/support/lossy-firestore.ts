import type {
  DocumentReference,
  Firestore,
  Precondition,
  WriteBatch,
  WriteResult,
} from 'firebase-admin/firestore'

/** One document's part of a commit. */
export interface Write {
  kind: 'create' | 'set' | 'update' | 'delete'
  document: DocumentReference
  fields: Record<string, unknown>
  precondition?: Precondition | undefined
}

interface Detour {
  /** Stands for each commit, of a batch or of one document alone; `send` writes for good. */
  commit(writes: readonly Write[], send: typeof commit): Promise<WriteResult[]>
  /** Asked before each document is read. */
  beforeRead?(): void
}

/** A Firestore whose commits go another way. */
export function detouredFirestore(db: Firestore, { commit: detour, beforeRead }: Detour): Firestore {
  const send = (writes: readonly Write[]) => detour(writes, commit)
  const doc = (path: string): DocumentReference => {
    const document = db.doc(path)
    const read = document.get.bind(document)
    const alone =
      (kind: Write['kind']) =>
      async (...given: Given) =>
        (await send([writeOf(kind, document, given)]))[0]
    return Object.assign(document, {
      create: alone('create'),
      set: alone('set'),
      update: alone('update'),
      delete: alone('delete'),
      get: async () => {
        beforeRead?.()
        return read()
      },
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
      commit: () => send(writes),
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

function commit(writes: readonly Write[]): Promise<WriteResult[]> {
  const [first] = writes
  if (!first) return Promise.resolve([])
  const batch = first.document.firestore.batch()
  for (const write of writes) add(batch, write)
  return batch.commit()
}

function add(batch: WriteBatch, { kind, document, fields, precondition }: Write): void {
  if (kind === 'create') batch.create(document, fields)
  else if (kind === 'set') batch.set(document, fields)
  else if (kind === 'delete') batch.delete(document, precondition)
  else if (precondition) batch.update(document, fields, precondition)
  else batch.update(document, fields)
}

/** What a commit does to its answer: nothing, or it goes through and says that it did not. */
interface Loss {
  /** Says of the written documents whether the answer of their write gets lost; asked once for each write. */
  losesAnswer(path: string): boolean
  /** The code that comes instead: 14 UNAVAILABLE as from the network, 9 FAILED_PRECONDITION as after the SDK's own retry. */
  code: number
  /** True when reading back fails as well. */
  isBlind?: boolean
}

const lostAnswer = (code: number): Error => Object.assign(new Error('the answer was lost'), { code })

/** A Firestore whose writes go through and whose answers may get lost on the way back. */
export function lossyFirestore(db: Firestore, { losesAnswer, code, isBlind = false }: Loss): Firestore {
  let blind = false
  return detouredFirestore(db, {
    commit: async (writes, send) => {
      const results = await send(writes)
      if (!losesAnswer(writes.map(({ document }) => document.path).join(' '))) return results
      blind = isBlind
      throw lostAnswer(code)
    },
    beforeRead: () => {
      if (blind) throw lostAnswer(14)
    },
  })
}
