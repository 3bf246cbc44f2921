import type { Needs } from '../../context.ts'
import { change } from '../../durable/change.ts'
import { ClaimLostError, isHeldBy } from '../../durable/lease.ts'
import type { Journal, JournalWrite, StepEntry, StepStatus } from '../../pipeline.ts'
import type { Revision } from '../../ports.ts'
import { patch, type StoredDocument, type Write } from '../../store.ts'
import { type OpenRequest, openRequests } from '../open-requests.ts'
import { asDomainError, reasonOf } from '../rejections.ts'
import { type ConnectionState, jobState } from '../steps/order.ts'
import { isUnfinished, type Job, jobAt, startedOf } from './job.ts'

type Deps = Needs<'store'>

interface JobWrite<Reading> {
  /** Further reads of the commit. */
  readMore(): Promise<Reading>
  /** Whether the stored job proves this write. */
  isDone(job: Job): boolean
  writes(revision: Revision | undefined, reading: Reading): readonly Write[]
}

/** Every write is conditional on the last. */
export class JobClaim implements Journal<ConnectionState> {
  readonly #deps: Deps
  readonly job: Job
  revision: Revision | undefined
  state: ConnectionState
  readonly started: Record<string, StepStatus>
  lost: ClaimLostError | undefined
  /** Parallel to the last write; undefined: read again. */
  requests: Promise<OpenRequest[] | undefined> | undefined

  constructor(deps: Deps, job: Job, revision: Revision | undefined) {
    this.#deps = deps
    this.job = job
    this.revision = revision
    this.state = job.state
    this.started = { ...startedOf(job) }
  }

  /** Throws ClaimLostError where the job has changed. */
  take(writes: readonly Write[]): Promise<undefined> {
    const before = this.revision
    return this.#change(
      { readMore: async () => undefined, isDone: () => true, writes: () => writes },
      now => {
        if (now?.revision !== before) throw new ClaimLostError('another process has claimed the job')
      },
    )
  }

  /**
   * Only the holder writes under a claim, so a change since the last write is ours, its answer lost. Throws
   * ClaimLostError.
   */
  commit<Reading>(write: JobWrite<Reading>): Promise<Reading> {
    return this.#change(write, now => {
      if (!now || !this.#isHeld(now)) {
        this.lost = new ClaimLostError('another process has the job')
        throw this.lost
      }
      // An end is final.
      if (!isUnfinished(now.value)) throw new Error('the job has ended already')
    })
  }

  async write({
    step,
    status,
    at,
    result,
    state,
    passed,
    next = step,
    ...entry
  }: JournalWrite<ConnectionState>) {
    const { facts } = this.job
    const failure = status === 'failed' ? reasonOf(asDomainError(entry.cause)) : undefined
    const isLast = status === 'done' && next === step
    if (isLast) this.requests = openRequests(this.#deps.store, facts.requestIds, facts).catch(() => undefined)
    const steps = [...passed, { step, status, at, result }].map(one => [
      `steps.${one.step}`,
      { status: one.status, at: one.at, result: one.result },
    ])
    const fields = { ...Object.fromEntries(steps), state: jobState.parse(state), currentStep: next, failure }
    await this.commit({
      readMore: async () => undefined,
      isDone: job => isEntry(job.steps[step], { status, at }),
      writes: revision => [patch(jobAt(facts), fields, revision)],
    })
    this.state = state
    if (status !== 'failed') this.started[step] = status
  }

  #isHeld(now: StoredDocument<Job>): boolean {
    return isHeldBy(now.value, this.job.claimId)
  }

  async #change<Reading>(
    { readMore, isDone, writes }: JobWrite<Reading>,
    check: (now: StoredDocument<Job> | undefined) => void,
  ): Promise<Reading> {
    const { store, clock } = this.#deps
    const place = jobAt(this.job.facts)
    interface State {
      revision: Revision | undefined
      reading: Reading
      lookUp?: { now: StoredDocument<Job> | undefined }
    }
    const ended = await change<State, Reading, State>(
      { clock },
      {
        async read() {
          const [now, around] = await Promise.all([store.read(place), readMore()])
          return { revision: now?.revision, reading: around, lookUp: { now } }
        },
        recognise: ({ revision, lookUp: { now } = { now: undefined } }, tried) =>
          now && this.#isHeld(now) && isDone(now.value)
            ? { result: { revision, reading: tried } }
            : undefined,
        decide({ reading: write, lookUp }) {
          if (lookUp) check(lookUp.now)
          return { write }
        },
        async commit(write, { revision }) {
          const committed = await store.commit(writes(revision, write))
          if (committed === 'unresolved') return committed
          return { result: { revision: committed.result, reading: write } }
        },
      },
      { first: { revision: this.revision, reading: await readMore() } },
    )
    this.revision = ended.revision
    return ended.reading
  }
}

const isEntry = (entry: Job['steps'][string] | undefined, { status, at }: Pick<StepEntry, 'status' | 'at'>) =>
  entry?.status === status && entry.at instanceof Date && entry.at.getTime() === at.getTime()
