import type { DocumentReference, Firestore } from 'firebase-admin/firestore'

/** What a commit does to its answer: nothing, or it goes through and says that it did not. */
export interface Loss {
  /** Says of a written document whether the answer of its write gets lost; asked once for each write. */
  losesAnswer(path: string): boolean
  /** The code that comes instead: 14 UNAVAILABLE as from the network, 9 FAILED_PRECONDITION as after the SDK's own retry. */
  code: number
  /** True when reading back fails as well. */
  isBlind?: boolean
}

const lostAnswer = (code: number): Error => Object.assign(new Error('the answer was lost'), { code })

/** A Firestore whose writes go through and whose answers may get lost on the way back. */
export function lossyFirestore(db: Firestore, loss: Loss): Firestore {
  let blind = false
  const settle = async (path: string, write: unknown): Promise<unknown> => {
    const result = await write
    if (!loss.losesAnswer(path)) return result
    blind = loss.isBlind ?? false
    throw lostAnswer(loss.code)
  }
  const lossyDocument = (document: DocumentReference): DocumentReference => {
    const { path } = document
    const [create, update, get] = [document.create, document.update, document.get].map(method =>
      method.bind(document),
    )
    return Object.assign(document, {
      create: (...args: Parameters<typeof document.create>) =>
        settle(path, Reflect.apply(create as never, document, args)),
      update: (...args: unknown[]) => settle(path, Reflect.apply(update as never, document, args)),
      get: () => (blind ? Promise.reject(lostAnswer(14)) : Reflect.apply(get as never, document, [])),
    })
  }
  const lossyBatch = () => {
    const batch = db.batch()
    const paths: string[] = []
    const noting =
      (write: unknown) =>
      (document: DocumentReference, ...rest: unknown[]) => {
        paths.push(document.path)
        return Reflect.apply(write as never, batch, [document, ...rest])
      }
    return Object.assign(batch, {
      create: noting(batch.create),
      update: noting(batch.update),
      commit: () => settle(paths.join(' '), Object.getPrototypeOf(batch).commit.call(batch)),
    })
  }
  return new Proxy(db, {
    get(target, name) {
      if (name === 'doc') return (path: string) => lossyDocument(target.doc(path))
      if (name === 'batch') return lossyBatch
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
