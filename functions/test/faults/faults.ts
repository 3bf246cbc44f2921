import type { FirestoreCalls } from '../support/firestore-calls.ts'
import type { SandboxAt, Fault as SandboxFault } from '../support/sandbox.ts'
import { type Disturb, type Effect, vendorOf } from './effects.ts'
import { patience } from './world.ts'

/** A fault may use these: the vendors and the way to Firestore, a death, and the acts of others meanwhile. */
interface Surroundings {
  sandbox: SandboxAt
  firestore: FirestoreCalls
  die: () => Promise<never>
  /** The clock runs past every lease, and the sweeps do their work, while the process stands still. */
  othersTakeOver: () => Promise<void>
  /** The case's violations. */
  found: string[]
}

type Fault = (surroundings: Surroundings) => Disturb

type Vendor = SandboxFault['vendor']

/** A fault of the wire: at a vendor by the sandbox, at Firestore by the proxy before it. */
const onTheWire =
  (atVendor: Omit<SandboxFault, 'vendor'>, atFirestore: (firestore: FirestoreCalls) => void): Fault =>
  ({ sandbox, firestore, found }) =>
  async (effect: Effect, run) => {
    const vendor = vendorOf(effect) as Vendor | undefined
    // A thrown error would be taken for a failure of the effect.
    const unarmed = (error: unknown) => void found.push(`the fault did not come: ${error}`)
    if (vendor) await sandbox.fault({ ...atVendor, vendor, times: 1 }).catch(unarmed)
    else atFirestore(firestore)
    return run()
  }

const status = (code: number, headers?: Record<string, string>): Omit<SandboxFault, 'vendor'> => ({
  mode: 'status',
  status: code,
  ...(headers && { headers }),
})

const slow = Math.round(patience / 4)

/** Everything that can go wrong at one effect. */
export const faults = {
  'die before': ({ die }) => die,
  'die after':
    ({ die }) =>
    async (_effect, run) => {
      await run().catch(() => {})
      return die()
    },
  'lose the reply': onTheWire({ mode: 'processed-then-reset' }, firestore => firestore.loseNext(14)),
  // Reads may come before the commit of the same effect.
  'lose the reply to the commit':
    ({ firestore }) =>
    async (_effect, run) => {
      firestore.loseReplyOf('Commit', 14)
      try {
        return await run()
      } finally {
        firestore.reset()
      }
    },
  'time-out': onTheWire({ mode: 'timeout' }, firestore => firestore.loseNext(4)),
  reset: onTheWire({ mode: 'reset' }, firestore => firestore.resetNext()),
  500: onTheWire(status(500), firestore => firestore.refuseNext('*', 13)),
  '503 with Retry-After': onTheWire(status(503, { 'Retry-After': '30' }), firestore =>
    firestore.refuseNext('*', 14),
  ),
  429: onTheWire(status(429, { 'Retry-After': '30' }), firestore => firestore.refuseNext('*', 8)),
  'malformed reply': onTheWire({ mode: 'malformed', processed: true }, firestore => firestore.garbleNext()),
  'ten times slower': onTheWire({ mode: 'delay', delayMs: slow }, firestore => firestore.delayNext(slow)),
  'slower than the time-out': onTheWire(
    { mode: 'delay', delayMs: patience * 2, processed: true },
    firestore => firestore.delayNext(patience * 2),
  ),
  'lease runs out before':
    ({ othersTakeOver }) =>
    async (_effect, run) => {
      await othersTakeOver()
      return run()
    },
  'lease runs out after':
    ({ othersTakeOver }) =>
    async (_effect, run) => {
      const result = await run()
      await othersTakeOver()
      return result
    },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/** Whether the fault can come at the effect: vendors know no commits. */
export const isPossible = (fault: FaultName, effect: Effect): boolean =>
  fault !== 'lose the reply to the commit' || vendorOf(effect) === undefined
