import { PassThrough } from 'node:stream'
import { type Firestore, GrpcStatus } from 'firebase-admin/firestore'

/** A disturbance of the next such call. */
interface Disturbance {
  /** `*` for any. */
  method: string
  code: number
  message: string
  /** Whether Firestore does what the call says, before it is answered with the code. */
  isProcessed: boolean
  /** Or the call only comes that much later. Milliseconds. */
  delayMs?: number
}

/** Every call that this process makes of Firestore. */
export interface FirestoreCalls {
  /** The methods since the last reset, in order: `['BatchGetDocuments', 'Commit']`. */
  calls(): string[]
  reset(): void
  /** The next call of the method is answered with that code, and not processed. */
  refuseNext(method: string, code: number, message?: string): void
  /** The next call of the method is processed, but answered with that code. */
  loseReplyOf(method: string, code: number): void
  /** The next call, of whichever method, is processed, but answered with that code. */
  loseNext(code: number): void
  /** The connection of the next call breaks before it is processed. */
  resetNext(): void
  /** The next call is processed, but its answer cannot be read. */
  garbleNext(): void
  /** The next call is passed on that much later, in milliseconds. */
  delayNext(milliseconds: number): void
}

let counted: string[] = []
let disturbances: Disturbance[] = []

const disturb = (disturbance: Partial<Disturbance> & { code: number }): void =>
  void disturbances.push({ method: '*', message: 'answer lost', isProcessed: true, ...disturbance })

export const firestoreCalls: FirestoreCalls = {
  calls: () => [...counted],
  reset() {
    counted = []
    disturbances = []
  },
  refuseNext: (method, code, message = 'refused by the test') =>
    disturb({ method, code, message, isProcessed: false }),
  loseReplyOf: (method, code) => disturb({ method, code }),
  loseNext: code => disturb({ code }),
  resetNext: () => disturb({ code: GrpcStatus.UNAVAILABLE, isProcessed: false }),
  garbleNext: () => disturb({ code: GrpcStatus.INTERNAL }),
  delayNext: delayMs => disturb({ code: GrpcStatus.OK, delayMs }),
}

/** After these codes the SDK's transport repeats a commit by itself. */
const repeatedCodes = new Set<unknown>([
  GrpcStatus.ABORTED,
  GrpcStatus.RESOURCE_EXHAUSTED,
  GrpcStatus.UNAVAILABLE,
])

type Call = (...given: unknown[]) => unknown

/** Calls with an answer, and those whose answer is a stream. */
const [unary, streamed] = [
  ['commit', 'beginTransaction', 'rollback'],
  ['batchGetDocuments', 'runQuery', 'runAggregationQuery'],
]

/** Counts and disturbs the calls of that client, where the SDK hands them to its transport. */
export function watchCalls(db: Firestore): Firestore {
  const pool: unknown = Reflect.get(db, '_clientPool')
  if (typeof pool !== 'object' || pool === null) throw new Error('the SDK has no pool of clients')
  const run: unknown = Reflect.get(pool, 'run')
  if (typeof run !== 'function') throw new Error("the SDK's pool of clients runs nothing")
  Reflect.set(pool, 'run', (tag: unknown, isGrpc: unknown, use: (client: object) => unknown) =>
    Reflect.apply(run, pool, [tag, isGrpc, (client: object) => use(watched(client))]),
  )
  return db
}

const watched = (client: object): object =>
  new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call: Call = (...given) => Reflect.apply(value, target, given)
      if (unary.includes(String(name))) return answered(nameOf(name), call)
      return streamed.includes(String(name)) ? streaming(nameOf(name), call) : call
    },
  })

const nameOf = (name: string | symbol): string => String(name).replace(/^./, first => first.toUpperCase())

function next(method: string): Disturbance | undefined {
  counted.push(method)
  const found = disturbances.find(one => one.method === method || one.method === '*')
  disturbances = disturbances.filter(one => one !== found)
  return found
}

const failure = ({ code, message }: Disturbance) => Object.assign(new Error(message), { code })

const answered =
  (method: string, call: Call) =>
  async (...given: unknown[]): Promise<unknown> => {
    for (;;) {
      const disturbance = next(method)
      try {
        if (!disturbance) return await call(...given)
        if (disturbance.delayMs === undefined && !disturbance.isProcessed) throw failure(disturbance)
        if (disturbance.delayMs !== undefined) await wait(disturbance.delayMs)
        const answer = await call(...given)
        if (disturbance.delayMs !== undefined) return answer
        throw failure(disturbance)
      } catch (error) {
        if (!disturbance || !repeatedCodes.has(Object(error).code)) throw error
      }
    }
  }

const streaming =
  (method: string, call: Call) =>
  (...given: unknown[]): unknown => {
    const disturbance = next(method)
    if (!disturbance) return call(...given)
    const stream = new PassThrough({ objectMode: true })
    void (async () => {
      if (disturbance.delayMs !== undefined) {
        await wait(disturbance.delayMs)
        Object(call(...given)).pipe(stream)
      } else {
        await new Promise(setImmediate)
        stream.destroy(failure(disturbance))
      }
    })()
    return stream
  }

const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => void setTimeout(resolve, milliseconds))
