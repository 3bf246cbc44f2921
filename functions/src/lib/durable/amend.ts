import { type AuditEntry, audited, auditLog } from '../audit.ts'
import type { Clock } from '../ports.ts'
import type { Committed, DocumentsAt, Places, Store, Write } from '../store.ts'
import { type ChangeOptions, change } from './change.ts'

type State<Of> = Of extends () => Promise<infer Read>
  ? Read
  : Of extends Places
    ? { [Name in keyof Of]: DocumentsAt<Of[Name]> }
    : never

interface Decided<Result> {
  writes?: readonly Write[] | undefined
  result: Result
  /** Replaces the result after an answered commit. */
  written?: (ended: Exclude<Committed, 'unresolved'>) => Result
  metadata?: AuditEntry['metadata']
}

interface Amendment<Of, Result> {
  /** Documents of one round trip, or a reading. */
  read: Of
  /** Pure. Throws if impossible. */
  decide(state: State<Of>): Decided<Result>
  /** Proof after a lost answer. */
  audit?: AuditEntry | undefined
  first?: State<Of> | undefined
}

/** Repeats while a written document changes. After a lost answer the audit entry is the proof, or `decide` sees it. */
export function amend<const Of extends Places | (() => Promise<unknown>), Result>(
  { store, clock }: { store: Store; clock: Clock },
  { read, decide, audit, first }: Amendment<Of, Result>,
  options: Omit<ChangeOptions<unknown>, 'known'> = {},
): Promise<Result> {
  type Attempt = { state: State<Of>; isOwn: boolean }
  const isCommitted = async () =>
    audit !== undefined && (await store.read(auditLog.at(audit.id))) !== undefined
  const states = async () => (typeof read === 'function' ? read() : store.get(read)) as Promise<State<Of>>
  return change<Attempt, Decided<Result>, Result>(
    { clock },
    {
      async read(tried) {
        const state = await states()
        // After the state: a late commit must not lack its proof.
        return { state, isOwn: tried.length > 0 && (await isCommitted()) }
      },
      recognise: ({ isOwn }, { result }) => (isOwn ? { result } : undefined),
      decide({ state }) {
        const decided = decide(state)
        return decided.writes?.length ? { write: decided } : { result: decided.result }
      },
      async commit({ writes = [], result, written, metadata }) {
        const entry = audit && { ...audit, metadata: { ...audit.metadata, ...metadata } }
        const ended = await store.commit([...writes, ...audited(entry)])
        return ended === 'unresolved' ? ended : { result: written ? written(ended) : result }
      },
    },
    { ...options, first: first && { state: first, isOwn: false } },
  )
}
