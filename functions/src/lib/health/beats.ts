import { bestEffort } from '../best-effort.ts'
import { type LaneGate, outageOf } from '../due/lane-gate.ts'
import type { System } from '../ports.ts'
import { afterFind, beatEveryMs, type Heartbeats } from './heartbeat.ts'
import type { ScheduleName, Subject, TriggerName, WebhookName } from './subjects.ts'

interface BeatsDeps extends Pick<System, 'clock' | 'log'> {
  gate: Pick<LaneGate, 'troubles'>
  heartbeats(): Promise<Heartbeats>
}

/** Tells of an event that a webhook should have told. */
export type Missed = (path: WebhookName, at: Date) => void

/** The signs of life of one process. None of them ever fails what it tells of. */
export class Beats {
  readonly #deps: BeatsDeps
  readonly #told = new Map<Subject, number>()
  readonly #missed = new Map<WebhookName, Date>()

  constructor(deps: BeatsDeps) {
    this.#deps = deps
  }

  /** A webhook has taken a call. */
  async taken(webhook: WebhookName): Promise<void> {
    await this.#beat(webhook)
  }

  /** An event reached its trigger. A vendor that takes nothing is told of by its lane, so the trigger is alive. */
  async handled<T>(trigger: TriggerName, handle: () => Promise<T>): Promise<T> {
    try {
      const result = await handle()
      await this.#beat(trigger)
      return result
    } catch (error) {
      if (outageOf(error)) await this.#beat(trigger)
      throw error
    }
  }

  /** A run of a schedule: it leaves a heartbeat when it ends well, or when a vendor that takes nothing ends it. */
  async ran(schedule: ScheduleName, run: () => Promise<unknown>): Promise<void> {
    const startedAt = this.#deps.clock.now()
    try {
      await run()
    } catch (error) {
      this.#deps.log.error(`${schedule} failed`, { schedule, error })
      if (!outageOf(error)) return
    }
    const at = this.#deps.clock.now()
    await this.#note(schedule, { startedAt, at, hindered: this.#deps.gate.troubles(at) })
    await bestEffort(this.#deps.log, 'telling of what was missed', () => this.#tellMissed())
  }

  readonly missed: Missed = (path, at) => {
    const known = this.#missed.get(path)
    if (!known || known < at) this.#missed.set(path, at)
  }

  async #beat(subject: TriggerName | WebhookName): Promise<void> {
    const now = this.#deps.clock.now().getTime()
    if (now - (this.#told.get(subject) ?? Number.NEGATIVE_INFINITY) < beatEveryMs) return
    this.#told.set(subject, now)
    await this.#note(subject, { at: new Date(now) })
  }

  async #tellMissed(): Promise<void> {
    const missed = [...this.#missed]
    this.#missed.clear()
    if (missed.length === 0) return
    const beats = await (await this.#deps.heartbeats()).all()
    for (const [path, at] of missed) {
      const fields = afterFind(beats.get(path) ?? {}, at)
      if (fields) await this.#note(path, fields)
    }
  }

  #note(...given: Parameters<Heartbeats['note']>): Promise<void> {
    return bestEffort(this.#deps.log, 'a heartbeat', async () =>
      (await this.#deps.heartbeats()).note(...given),
    )
  }
}
