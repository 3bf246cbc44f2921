import type { Needs } from '../../context.ts'
import { type Commit, change } from '../../durable/change.ts'
import { ClaimLostError, isHeldBy } from '../../durable/lease.ts'
import type { Journal, JournalWrite, Started, StepEntry, StepStatus } from '../../pipeline.ts'
import type { Revision } from '../../ports.ts'
import type { AttemptClaim, OpenRequest } from '../ports.ts'
import { asDomainError, reasonOf } from '../rejections.ts'
import type { ConnectionState } from './attempt.ts'
import type { Attempt, AttemptFacts, AttemptState, Leftover } from './facts.ts'

/** An attempt in the hands of this process. */
export interface HeldAttempt
  extends Holder,
    Pick<Attempt, 'resumes' | 'state' | 'leftover' | 'failure' | 'isNotified'>,
    Pick<AttemptClaim, 'initiator'> {
  isResumed: boolean
  started: Started
}

/** The journal of one attempt in `connectionAttempts`. Every write is conditional on the previous one. */
export class AttemptJournal implements Journal<ConnectionState> {
  readonly #deps: Deps
  holder: Holder
  /** What the attempt knows. */
  state: ConnectionState
  /** The status of each step with an effect. */
  readonly started: Record<string, StepStatus>
  /** From an earlier attempt, until compensated. */
  leftover: Leftover | undefined
  /** Set once another process holds the attempt. */
  lost: ClaimLostError | undefined
  /** The open requests, read in parallel with the last write; undefined if they must be read again. */
  requests: Promise<OpenRequest[] | undefined> | undefined

  constructor(deps: Deps, { facts, claimId, revision, state, started, leftover }: HeldAttempt) {
    this.#deps = deps
    this.holder = { facts, claimId, revision }
    this.state = state
    this.started = { ...started }
    this.leftover = leftover
  }

  /** Takes over a create that may still succeed. */
  inherit(unsettledCreate: AttemptState['unsettledCreate']): void {
    this.state = { ...this.state, unsettledCreate }
    this.started['create-channel'] ??= 'started'
  }

  async write(write: JournalWrite<ConnectionState>): Promise<void> {
    const { connections } = this.#deps
    const { facts } = this.holder
    const { step, status, at, result, state, passed, next = step, cause } = write
    const failure = status === 'failed' ? reasonOf(asDomainError(cause)) : undefined
    const isLast = status === 'done' && write.next === undefined
    if (isLast) this.requests = connections.openRequests(facts.requestIds, facts).catch(() => undefined)
    const entry = { step, status, at, result, state, passed, currentStep: next, failure }
    try {
      const { revision } = await changeHeld(this.#deps, this.holder, {
        beside: async () => undefined,
        isDone: attempt => isEntry(attempt.steps[step], entry),
        commit: revision => connections.journal(facts, entry, revision),
      })
      this.holder = { ...this.holder, revision }
      this.state = state
      if (status !== 'failed') this.started[step] = status
    } catch (error) {
      if (error instanceof ClaimLostError) this.lost = error
      throw error
    }
  }
}

const isEntry = (found: Attempt['steps'][string] | undefined, { status, at }: StepEntry): boolean =>
  found?.status === status && found.at instanceof Date && found.at.getTime() === at.getTime()

/** A claim on an attempt, as of its last write. */
export interface Holder {
  facts: AttemptFacts
  claimId: string
  revision: Revision
}

interface HeldChange<Beside> {
  /** Reads whatever else the commit depends on. */
  beside(): Promise<Beside>
  /** Whether the attempt proves that this write went through. */
  isDone(attempt: Attempt): boolean
  commit(revision: Revision, beside: Beside): Promise<Commit<Revision>>
}

type Deps = Needs<'connections'>

/**
 * Writes to an attempt held by this process. Only the holder writes under a claim, so any change since the last write
 * is one of ours whose answer was lost. Throws ClaimLostError if another process holds the attempt now.
 */
export const changeHeld = <Beside>(
  { clock, connections }: Deps,
  { facts, claimId, revision: lastWrite }: Holder,
  { beside, isDone, commit }: HeldChange<Beside>,
): Promise<{ revision: Revision; beside: Beside }> =>
  change<
    { revision: Revision; attempt?: Attempt; beside: Beside },
    Beside,
    { revision: Revision; beside: Beside }
  >(
    { clock },
    {
      async read(tried) {
        if (tried.length === 0) return { revision: lastWrite, beside: await beside() }
        const [now, around] = await Promise.all([connections.attempt(facts), beside()])
        if (!now || !isHeldBy(now.value, claimId)) throw new ClaimLostError('another process has the attempt')
        return { revision: now.revision, attempt: now.value, beside: around }
      },
      recognise: ({ attempt, revision }, tried) =>
        attempt && isDone(attempt) ? { result: { revision, beside: tried } } : undefined,
      decide({ attempt, beside: write }) {
        // An end is final.
        if (attempt && attempt.status !== 'running') throw new Error('the attempt has ended already')
        return { write }
      },
      async commit(write, { revision }) {
        const ended = await commit(revision, write)
        return ended === 'unresolved' ? ended : { result: { revision: ended.result, beside: write } }
      },
    },
  )
