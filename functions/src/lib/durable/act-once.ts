import type { Clock, Ids } from '../ports.ts'
import { type DocumentAt, patch, type Store, type StoredDocument, type Write } from '../store.ts'
import { amend } from './amend.ts'
import { isHeldBy, type LeaseKind, newClaim, type StoredClaim } from './lease.ts'

interface Effect<Value extends StoredClaim, Outcome, Result> {
  at: DocumentAt<Value>
  lease: LeaseKind
  /** Pure. Undefined: nothing to do now. */
  claim(value: Value, now: Date): Partial<Value> | undefined
  act(document: StoredDocument<Value>, before: Value): Promise<Outcome>
  /** Pure. The document may have changed, but not its claim. */
  record(document: StoredDocument<Value>, outcome: Outcome): { writes: readonly Write[]; result: Result }
  failed?(document: StoredDocument<Value>): readonly Write[]
}

interface Deps {
  clock: Clock
  ids: Pick<Ids, 'claim'>
  store: Store
}

/**
 * A dead process leaves the document due at the lease's end. Undefined without a claim; no result after a lost claim.
 */
export async function actOnce<Value extends StoredClaim, Outcome, Result>(
  deps: Deps,
  { at, lease, claim: fieldsOf, act, record, failed = () => [] }: Effect<Value, Outcome, Result>,
): Promise<{ outcome: Outcome; result: Result | undefined } | undefined> {
  const claim = newClaim(deps, lease)
  const read = () => deps.store.read(at)
  let before: Value | undefined
  const document = await amend<typeof read, StoredDocument<Value> | undefined>(deps, {
    read,
    decide(current) {
      if (!current || isHeldBy(current.value, claim.claimId)) return { result: current }
      const changes = fieldsOf(current.value, deps.clock.now())
      if (!changes) return { result: undefined }
      before = current.value
      const fields = { ...changes, ...claim, dueAt: claim.leaseUntil }
      return {
        writes: [patch(current, fields, current.revision)],
        result: undefined,
        written: ({ result: revision }) => ({ ...current, value: { ...current.value, ...fields }, revision }),
      }
    },
  })
  if (!document || !before) return undefined
  const whileHeld = <T>(
    decided: (current: StoredDocument<Value>) => { writes?: readonly Write[]; result: T },
  ) =>
    amend<typeof read, T | undefined>(deps, {
      read,
      first: document,
      decide: current =>
        current && isHeldBy(current.value, claim.claimId) ? decided(current) : { result: undefined },
    })
  const outcome = await act(document, before).catch(async (error: unknown) => {
    const noted = whileHeld(current => ({ writes: failed(current), result: undefined }))
    // Without this write the document is due again at the lease's end; the act's own error says more.
    await noted.catch(() => undefined)
    throw error
  })
  return { outcome, result: await whileHeld(current => record(current, outcome)) }
}
