import { Query, type Firestore as Sdk } from 'firebase-admin/firestore'
import { type Firestore, firestoreWith } from '../functions/src/adapters/firestore/client.ts'
import { namesOf, recordOf } from '../functions/src/lib/record-of.ts'
import type { SandboxAt, Vendor } from '../functions/test/support/sandbox.ts'

/** What a piece of work uses, as people call it: documents, milliseconds of CPU of the process that does it, and calls. */
export const usageWords = {
  firestoreReads: 'documents read',
  firestoreWrites: 'documents written',
  invocations: 'invocations',
  cpuMs: 'CPU milliseconds',
  twilioMessages: 'messages at Twilio',
  algoliaCalls: 'calls to Algolia',
  sendgridCalls: 'calls to SendGrid',
  guestPlatformCalls: 'calls to the guest platform',
  channelManagerCalls: 'calls to the channel manager',
}
export type Usage = Record<keyof typeof usageWords, number>

const counted = { reads: 0, writes: 0 }

/**
 * The Firestore of that client of the SDK, which counts every document that is read or written. A query that finds none
 * costs one read.
 */
export function countingDocuments(db: Sdk): Firestore {
  countQueries()
  return firestoreWith(db, store => ({
    read(...asked) {
      counted.reads += asked[0].length
      return store.read(...asked)
    },
    sum(query) {
      counted.reads += 1
      return store.sum(query)
    },
    commit(writes) {
      counted.writes += writes.length
      return store.commit(writes)
    },
  }))
}

/** By all that were read through it so far. */
export const documentsRead = (): number => counted.reads

let isCounting = false

/** The class is everybody's: counted twice, a document would be two. */
function countQueries(): void {
  if (isCounting) return
  isCounting = true
  instead(Query.prototype, 'get', async call => {
    const found = await call()
    const size = typeof found === 'object' && found !== null ? Number(Reflect.get(found, 'size')) : 0
    counted.reads += Math.max(1, size)
    return found
  })
}

function instead(on: object, name: string, run: (call: () => unknown) => unknown): void {
  const real: unknown = Reflect.get(on, name)
  if (typeof real !== 'function') throw new Error(`Firestore has no ${name}`)
  Reflect.set(on, name, function (this: unknown, ...given: unknown[]) {
    return run(() => Reflect.apply(real, this, given))
  })
}

/** The mean of what `times` runs use; the vendors run in a process of their own. */
export async function usageOf(
  sandbox: SandboxAt,
  { times, invocations }: { times: number; invocations: number },
  run: (number: number) => Promise<unknown>,
): Promise<Usage> {
  const callsTo = async (vendor: Vendor) => {
    const made = await sandbox.requests(vendor)
    // What Twilio is asked costs nothing; what it sends does.
    return made.filter(({ method }) => vendor !== 'twilio' || method === 'POST').length
  }
  const calls = async () => ({
    twilioMessages: await callsTo('twilio'),
    algoliaCalls: await callsTo('algolia'),
    sendgridCalls: await callsTo('sendgrid'),
    guestPlatformCalls: await callsTo('guest-platform'),
    channelManagerCalls: await callsTo('channel-manager'),
  })
  for (let number = 0; number < 5; number += 1) await run(-1 - number)
  const [before, calledBefore, cpu] = [{ ...counted }, await calls(), process.cpuUsage()]
  for (let number = 0; number < times; number += 1) await run(number)
  const { user, system } = process.cpuUsage(cpu)
  const called = await calls()
  const mean = (total: number) => total / times
  return {
    firestoreReads: mean(counted.reads - before.reads),
    firestoreWrites: mean(counted.writes - before.writes),
    invocations,
    cpuMs: mean((user + system) / 1000),
    ...recordOf(namesOf(called), name => mean(called[name] - calledBefore[name])),
  }
}
