import { bestEffort } from '../best-effort.ts'
import { type CircuitBreaker, outageOf } from '../due/circuit-breaker.ts'
import type { System } from '../ports.ts'
import { afterFind, type Heartbeats, heartbeatEveryMs } from './heartbeat.ts'
import type { ScheduleName, Subject, TriggerName, WebhookName } from './subjects.ts'

interface HeartbeatRecorderDeps extends Pick<System, 'clock' | 'log'> {
  breaker: Pick<CircuitBreaker, 'troubles'>
  heartbeats: Heartbeats
}

/** Reports an event whose webhook call never came. */
export type Missed = (path: WebhookName, at: Date) => void

/** Records the heartbeats of one process. A failure to record is logged and never propagates. */
export class HeartbeatRecorder {
  readonly #deps: HeartbeatRecorderDeps
  readonly #told = new Map<Subject, number>()
  readonly #missed = new Map<WebhookName, Date>()

  constructor(deps: HeartbeatRecorderDeps) {
    this.#deps = deps
  }

  /** A webhook has accepted a call. */
  async taken(webhook: WebhookName): Promise<void> {
    await this.#record(webhook)
  }

  /** An event reached its trigger. A vendor outage is the lane's concern: the trigger is alive all the same. */
  async handled<T>(trigger: TriggerName, handle: () => Promise<T>): Promise<T> {
    try {
      const result = await handle()
      await this.#record(trigger)
      return result
    } catch (error) {
      if (outageOf(error)) await this.#record(trigger)
      throw error
    }
  }

  /** Runs a schedule; records a heartbeat if it succeeds, or if a vendor outage ended it. */
  async ran(schedule: ScheduleName, run: () => Promise<unknown>): Promise<void> {
    const startedAt = this.#deps.clock.now()
    try {
      await run()
    } catch (error) {
      this.#deps.log.error(`${schedule} failed`, { schedule, error })
      if (!outageOf(error)) return
    }
    const at = this.#deps.clock.now()
    await this.#note(schedule, { startedAt, at, vendorOutages: this.#deps.breaker.troubles(at) })
    await bestEffort(this.#deps.log, 'telling of what was missed', () => this.#tellMissed())
  }

  readonly missed: Missed = (path, at) => {
    const known = this.#missed.get(path)
    if (!known || known < at) this.#missed.set(path, at)
  }

  async #record(subject: TriggerName | WebhookName): Promise<void> {
    const now = this.#deps.clock.now().getTime()
    if (now - (this.#told.get(subject) ?? Number.NEGATIVE_INFINITY) < heartbeatEveryMs) return
    this.#told.set(subject, now)
    await this.#note(subject, { at: new Date(now) })
  }

  async #tellMissed(): Promise<void> {
    const missed = [...this.#missed]
    this.#missed.clear()
    if (missed.length === 0) return
    const heartbeats = await this.#deps.heartbeats.heartbeats()
    for (const [path, at] of missed) {
      const fields = afterFind(heartbeats.get(path) ?? {}, at)
      if (fields) await this.#note(path, fields)
    }
  }

  #note(...given: Parameters<Heartbeats['noteHeartbeat']>): Promise<void> {
    return bestEffort(this.#deps.log, 'a heartbeat', () => this.#deps.heartbeats.noteHeartbeat(...given))
  }
}
