import type { Journal, JournalWrite, StepStatus } from '../../pipeline.ts'
import type { Leftover, UnsettledCreate } from '../model.ts'
import { ClaimLostError, type ConnectionStore, type Holder, type OpenRequest } from '../ports.ts'
import { asDomainError, reasonOf } from '../rejections.ts'
import type { ConnectionState } from './attempt.ts'
import type { HeldAttempt } from './claim.ts'

/** The journal of one attempt in `connectionAttempts`. Every write is conditional on the one before. */
export class AttemptJournal implements Journal<ConnectionState> {
  readonly #connections: ConnectionStore
  readonly #requestIds: string[]
  holder: Holder
  /** What the attempt knows. */
  state: ConnectionState
  /** How far the steps with an effect have come. */
  readonly started: Record<string, StepStatus>
  /** Of an earlier attempt, as long as it is not taken back. */
  leftover: Leftover | undefined
  /** Set once somebody else turned out to hold the attempt. */
  lost: ClaimLostError | undefined
  /** The open requests, read beside the last write; undefined when they have to be read anew. */
  requests: Promise<OpenRequest[] | undefined> | undefined

  constructor(connections: ConnectionStore, held: HeldAttempt) {
    this.#connections = connections
    this.#requestIds = held.requestIds
    this.holder = held.holder
    this.state = held.state
    this.started = { ...held.started }
    this.leftover = held.leftover
  }

  /** Takes over a create that may yet come through. */
  inherit(unsettledCreate: UnsettledCreate): void {
    this.state = { ...this.state, unsettledCreate }
    this.started['create-channel'] ??= 'started'
  }

  async write(write: JournalWrite<ConnectionState>): Promise<void> {
    const { step, status, at, result, state, passed, next = step, cause } = write
    const failure = status === 'failed' ? reasonOf(asDomainError(cause)) : undefined
    const isLast = status === 'done' && write.next === undefined
    if (isLast) this.requests = this.#readRequests()
    try {
      const entry = { step, status, at, result, state, passed, currentStep: next, failure }
      const revision = await this.#connections.journal(this.holder, entry)
      this.holder = { ...this.holder, revision }
      this.state = state
      if (status !== 'failed') this.started[step] = status
    } catch (error) {
      if (error instanceof ClaimLostError) this.lost = error
      throw error
    }
  }

  #readRequests(): Promise<OpenRequest[] | undefined> {
    return this.#connections.openRequests(this.holder.target, this.#requestIds).catch(() => undefined)
  }
}
