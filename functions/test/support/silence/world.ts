import { randomIds } from '../../../src/adapters/system.ts'
import { CircuitBreaker } from '../../../src/lib/due/circuit-breaker.ts'
import { type Lane, laneNames } from '../../../src/lib/due/lanes.ts'
import { RateLimiter } from '../../../src/lib/due/rate-limiter.ts'
import { workLane } from '../../../src/lib/due/work-lane.ts'
import { ProviderError } from '../../../src/lib/errors.ts'
import { HeartbeatRecorder } from '../../../src/lib/health/heartbeat-recorder.ts'
import { reportHealth } from '../../../src/lib/health/report-health.ts'
import {
  type EventSource,
  reporters,
  type ScheduleName,
  type Subject,
  scheduleNames,
  schedules,
  type TriggerName,
  triggerNames,
  triggers,
  type WebhookName,
} from '../../../src/lib/health/subjects.ts'
import { Clockwork, seeded } from './clockwork.ts'
import { memoryDue, memoryHeartbeats, memoryLanes } from './stores.ts'

/** What is told of at the end: an alarm, and when it was first raised. */
export interface Raised {
  name: string
  at: Date
}

/** What one trigger sends, and by which lane. */
const sendsBy = {
  handlemessage: ['chatapp', 'sms', 'ota', 'guest-platform', 'search'],
  syncthread: [],
  sendemail: ['email'],
  keepproperty: [],
  keepchannel: [],
  keeprequest: [],
  keepitem: [],
} as const satisfies Record<TriggerName, readonly Lane[]>

const minute = 60

/**
 * A system of signs alone: posts, e-mails, connections, bookings and guests' messages come at random, triggers, webhooks
 * and schedules do what they do, vendors and the network fail now and then. What decides is the code that is deployed.
 */
export class SilenceWorld {
  readonly clock: Clockwork
  readonly raised: Raised[] = []
  reports = 0
  /** When the first event came for what is dead. */
  firstMissed: Date | undefined
  readonly #dead = new Set<Subject | Lane>()
  readonly #random: () => number
  readonly #due = memoryDue()
  readonly #lanes = memoryLanes()
  readonly #signs = memoryHeartbeats()
  readonly #processes = new Map<string, { breaker: CircuitBreaker; heartbeats: HeartbeatRecorder }>()
  readonly #untold: { path: WebhookName; at: Date; from: number }[] = []
  #pieces = 0

  constructor(start: Date, seed: number) {
    this.clock = new Clockwork(start)
    this.#random = seeded(seed)
    for (const name of scheduleNames) this.#every(name)
  }

  kill(subject: Subject | Lane): void {
    this.#dead.add(subject)
  }

  /** One comes on average after that many seconds, while `isOpen` says so. */
  load(
    what: 'post' | 'email' | 'connection' | 'guest' | 'ota' | 'booking',
    seconds: number,
    isOpen = () => true,
  ): void {
    const next = () =>
      this.clock.in(-Math.log(1 - this.#random()) * seconds, async () => {
        if (isOpen()) await this.#happens[what]()
        next()
      })
    next()
  }

  readonly #happens = {
    post: () => {
      this.#stored('message')
      const sentAt = this.clock.now()
      if (this.#dead.has('chatapp') || this.#dead.has('sms')) return
      // What becomes of the send is told by a callback, or found ten minutes later.
      this.clock.in(this.#between(1, 60), async () => {
        if (await this.#tells('message-status')) return
        this.#untold.push({ path: 'message-status', at: sentAt, from: sentAt.getTime() + 600_000 })
      })
    },
    email: () => this.#stored('email'),
    // A new channel is looked at.
    connection: () => void this.#work('channel-manager'),
    guest: async () => {
      this.#stored('message')
      await this.#comes('inbound-messages')
    },
    ota: async () => {
      this.#stored('message')
      await this.#comes('ota-messages')
    },
    booking: async () => {
      await this.#comes('bookings')
      this.#work('channel-manager')
      // The thread of the booking's guest tells of it.
      this.#stored('thread-change')
    },
  }

  #miss(): void {
    this.firstMissed ??= this.clock.now()
  }

  #between(least: number, most: number): number {
    return least + this.#random() * (most - least)
  }

  #isUnlucky(one: number): boolean {
    return this.#random() < 1 / one
  }

  #process(name: string): { breaker: CircuitBreaker; heartbeats: HeartbeatRecorder } {
    const known = this.#processes.get(name)
    if (known) return known
    const log = this.#log
    const breaker = new CircuitBreaker({
      ...{ clock: this.clock, log, lanes: this.#lanes },
      ...{ rateLimiter: () => new RateLimiter(this.clock, 1000), tolerated: () => 4 },
    })
    const heartbeats = new HeartbeatRecorder({
      ...{ clock: this.clock, log, breaker, heartbeats: this.#signs.heartbeats },
    })
    const made = { breaker, heartbeats }
    this.#processes.set(name, made)
    return made
  }

  readonly #log = {
    info: (event: string) => {
      if (event === 'health') this.reports += 1
    },
    warn: () => {},
    error: (event: string, fields: Record<string, unknown> = {}) => {
      const name = `${fields.alarm} ${fields.subject}`
      if (event === 'alarm' && this.raised.every(one => one.name !== name))
        this.raised.push({ name, at: this.clock.now() })
    },
  }

  /** Something is stored: each of its triggers gets its event. */
  #stored(source: EventSource): void {
    this.#signs.newest[source] = this.clock.now()
    for (const trigger of triggerNames.filter(name => triggers[name] === source)) {
      const pieces = sendsBy[trigger].map(lane => this.#work(lane))
      const delay = this.#isUnlucky(50) ? this.#between(5, 40) : this.#between(0.2, 3)
      if (this.#isUnlucky(1000)) continue
      this.clock.in(delay, () => this.#handle(trigger, pieces))
    }
  }

  async #handle(trigger: TriggerName, pieces: readonly string[]): Promise<void> {
    if (this.#dead.has(trigger)) return this.#miss()
    const { heartbeats, breaker } = this.#process(
      `${trigger} ${trigger.startsWith('sync') ? this.#between(0, 3) | 0 : 0}`,
    )
    await heartbeats
      .handled(trigger, async () => {
        for (const id of pieces) await this.#try(breaker, id)
      })
      .catch(() => {})
  }

  #work(lane: Lane): string {
    const id = `p${this.#pieces++}`
    this.#due.pieces.set(id, { id, kind: lane, dueAt: this.clock.now(), attempts: 0 })
    return id
  }

  /** A call at the lane's vendor for that piece; one that fails is due again later, ever more rarely. */
  async #try(breaker: CircuitBreaker, id: string): Promise<void> {
    const piece = this.#due.pieces.get(id)
    const lane = laneNames.find(name => name === piece?.kind)
    if (!piece || !lane || (await breaker.state(lane)) === 'open') return
    if (await this.#calls(breaker, lane)) return void this.#due.pieces.delete(id)
    const wait = 30_000 + this.#random() * Math.min(3_600_000, 30_000 * 2 ** piece.attempts)
    const dueAt = new Date(this.clock.now().getTime() + wait)
    this.#due.pieces.set(id, { ...piece, dueAt, attempts: piece.attempts + 1 })
  }

  async #calls(breaker: CircuitBreaker, lane: Lane): Promise<boolean> {
    if (this.#dead.has(lane)) this.#miss()
    const fails = this.#dead.has(lane) || this.#isUnlucky(400)
    await (fails ? breaker.failed(lane, 'down') : breaker.succeeded(lane))
    return !fails
  }

  /** A vendor calls; false where the call does not arrive. */
  async #tells(path: WebhookName): Promise<boolean> {
    if (this.#dead.has(path)) this.#miss()
    if (this.#dead.has(path) || this.#isUnlucky(100)) return false
    await this.#process(`webhooks ${this.#between(0, 2) | 0}`).heartbeats.taken(path)
    return true
  }

  async #comes(path: WebhookName): Promise<void> {
    const at = this.clock.now()
    if (!(await this.#tells(path))) this.#untold.push({ path, at, from: at.getTime() })
  }

  #every(name: ScheduleName): void {
    const run = async () => {
      const seconds = schedules[name] * minute
      const lasts = this.#isUnlucky(20)
        ? this.#between(2, Math.min(seconds * 0.8, 200))
        : this.#between(0.5, 5)
      this.clock.in(lasts, () => this.#run(name))
      this.clock.in(seconds, run)
    }
    this.clock.in(this.#random() * schedules[name] * minute, run)
  }

  async #run(name: ScheduleName): Promise<void> {
    if (this.#dead.has(name)) return
    const { heartbeats, breaker } = this.#process(name)
    await heartbeats.ran(name, async () => {
      if (this.#isUnlucky(1000)) throw new Error('the database did not answer')
      await this.#rounds[name](breaker)
      for (const one of this.#found(name)) heartbeats.missed(one.path, one.at)
    })
    if (!reporters.includes(name)) return
    const deps = { clock: this.clock, ids: randomIds, log: this.#log, due: this.#due.due }
    const kinds = laneNames.map(lane => ({ lane, query: { collection: lane, at: 'dueAt' } }))
    await reportHealth({ ...deps, operations: { ...this.#signs.heartbeats, ...this.#lanes } }, kinds)
  }

  readonly #rounds: Record<ScheduleName, (breaker: CircuitBreaker) => Promise<void>> = {
    workdue: breaker => this.#workDue(breaker),
    watchroles: async () => {},
    watchchannels: async breaker => void (await this.#calls(breaker, 'channel-manager')),
    sweepbookingfeed: breaker => this.#asks(breaker, 'channel-manager'),
    sweepinbound: breaker => this.#asks(breaker, 'look-up'),
    sweepota: breaker => this.#asks(breaker, 'ota'),
    comparesearch: breaker => this.#asks(breaker, 'search'),
  }

  async #asks(breaker: CircuitBreaker, lane: Lane): Promise<void> {
    if (!(await this.#calls(breaker, lane))) throw new ProviderError(lane, 'retryable', 'x', { status: 503 })
  }

  async #workDue(breaker: CircuitBreaker): Promise<void> {
    const until = new Date(this.clock.now().getTime() + 50_000)
    const deps = { clock: this.clock, log: this.#log, due: this.#due.due, breaker }
    for (const lane of laneNames) {
      const query = { collection: lane, at: 'dueAt' }
      const start = async () => (piece: { ids: string[] }) => this.#try(breaker, piece.ids[0] ?? '')
      await workLane(deps, { lane, atOnce: 1, until, workers: [{ name: lane, lane, query, start }] })
    }
  }

  /** What nobody has told, and this schedule comes upon. */
  #found(name: ScheduleName): { path: WebhookName; at: Date }[] {
    const finder: Partial<Record<ScheduleName, WebhookName>> = {
      workdue: 'message-status',
      sweepinbound: 'inbound-messages',
      sweepbookingfeed: 'bookings',
      sweepota: 'ota-messages',
    }
    const now = this.clock.now().getTime()
    const found = this.#untold.filter(({ path, from }) => path === finder[name] && from <= now)
    for (const one of found) this.#untold.splice(this.#untold.indexOf(one), 1)
    return found
  }
}
