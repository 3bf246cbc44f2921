import { ClaimLostError } from '../../durable/lease.ts'
import type { Journal, JournalWrite, StepEntry, StepStatus } from '../../pipeline.ts'
import type { OpenRequest } from '../ports.ts'
import { asDomainError, reasonOf } from '../rejections.ts'
import type { ConnectionState } from './attempt.ts'
import type { HeldAttempt } from './claim.ts'
import type { Attempt, AttemptState, Leftover } from './facts.ts'
import { changeHeld, type HeldDeps, type Holder } from './held.ts'

/** The journal of one attempt in `connectionAttempts`. Every write is conditional on the one before. */
export class AttemptJournal implements Journal<ConnectionState> {
  readonly #deps: HeldDeps
  holder: Holder
  /** What the attempt knows. */
  state: ConnectionState
  /** How far the steps with an effect have come. */
  readonly started: Record<string, StepStatus>
  /** Of an earlier attempt, as long as it is not compensated. */
  leftover: Leftover | undefined
  /** Set once another process turned out to hold the attempt. */
  lost: ClaimLostError | undefined
  /** The open requests, read beside the last write; undefined when they have to be read anew. */
  requests: Promise<OpenRequest[] | undefined> | undefined

  constructor(deps: HeldDeps, { facts, claimId, revision, state, started, leftover }: HeldAttempt) {
    this.#deps = deps
    this.holder = { facts, claimId, revision }
    this.state = state
    this.started = { ...started }
    this.leftover = leftover
  }

  /** Takes over a create that may yet come through. */
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
