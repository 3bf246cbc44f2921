import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../test/support/law.ts'
import { DomainError } from './errors.ts'
import {
  OutOfTimeError,
  PipelineError,
  runPipeline,
  type Step,
  StepError,
  type StepStatus,
} from './pipeline.ts'

type State = Record<string, number>

type Plan = Record<'hasEffect' | 'compensationFails', boolean>

/** Steps that note their runs and compensations; the one at `failing` throws. */
function rig(plans: readonly Plan[], failing = -1, thrown: unknown = new Error('broken')) {
  const events: string[] = []
  const journal: [string, StepStatus, State][] = []
  let compensationSaw: State | undefined
  const steps = plans.map(
    ({ hasEffect, compensationFails }, position): Step<State> => ({
      name: `step-${position}`,
      hasEffect,
      async run(state) {
        events.push(`run ${position}`)
        expect(Object.keys(state)).toHaveLength(position)
        if (position === failing) throw thrown
        return { [`from-${position}`]: position }
      },
      async compensate(state) {
        events.push(`compensate ${position}`)
        compensationSaw = state
        if (compensationFails) throw new Error('cannot compensate')
      },
    }),
  )
  const time = { now: 0 }
  const ignore = () => undefined
  const deps = {
    clock: { now: () => new Date(time.now), sleep: async () => undefined },
    log: { info: ignore, warn: ignore, error: ignore },
    journal: {
      async write({ step, status, state }: { step: string; status: StepStatus; state: State }) {
        events.push(`${status} ${step}`)
        journal.push([step, status, state])
      },
    },
  }
  const { write } = deps.journal
  /** Makes the journal refuse entries of this status, or all. */
  const refuseEntries = (refused?: StepStatus) => {
    deps.journal.write = async entry => {
      if (!refused || entry.status === refused) throw new Error('lost claim')
      return write(entry)
    }
  }
  const run = (state: State = {}, started: Record<string, 'started' | 'done'> = {}) =>
    runPipeline<State>(deps, steps, state, new Date(1000), started)
  return { events, journal, steps, run, refuseEntries, time, compensationState: () => compensationSaw }
}

async function stopped(run: Promise<unknown>): Promise<PipelineError<State>> {
  const error = await run.then(
    () => new Error('it did not stop'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof PipelineError) return error
  throw error
}

const effect: Plan = { hasEffect: true, compensationFails: false }
const look: Plan = { hasEffect: false, compensationFails: false }
const plan = fc.record({ hasEffect: fc.boolean(), compensationFails: fc.boolean() })
const plans = fc.array(plan, { minLength: 1, maxLength: 8 })
const failure = plans.chain(all => fc.tuple(fc.constant(all), fc.nat(all.length - 1)))
const of = (events: string[], kind: string) =>
  events.filter(event => event.startsWith(`${kind} `)).map(event => event.slice(kind.length + 1))
const positions = (all: readonly unknown[]) => all.map((_, position) => String(position))

describe('a pipeline', () => {
  law('runs every step once, in order, with what the earlier ones found', [plans], async all => {
    const { run, events } = rig(all)
    expect(Object.keys(await run())).toEqual(all.map((_, position) => `from-${position}`))
    expect(of(events, 'run')).toEqual(positions(all))
    expect(of(events, 'compensate')).toEqual([])
  })

  law(
    'compensates what was started and nothing else, in reverse, when there was an effect',
    [failure],
    async ([all, failing]) => {
      const { run, events } = rig(all, failing)
      const started = all.slice(0, failing + 1)
      const { step, isCompensated } = await stopped(run())
      const compensates = started.some(({ hasEffect }) => hasEffect)
      expect(step).toBe(`step-${failing}`)
      expect(of(events, 'run')).toEqual(positions(started))
      expect(of(events, 'compensate')).toEqual(compensates ? positions(started).reverse() : [])
      expect(isCompensated).toBe(!compensates || started.every(({ compensationFails }) => !compensationFails))
    },
  )

  law(
    'journals before and after each effect, and the failure before it compensates',
    [failure],
    async ([all, failing]) => {
      const { run, events } = rig(all, failing)
      await stopped(run())
      for (const [position, { hasEffect }] of all.slice(0, failing).entries()) {
        const at = events.indexOf(`run ${position}`)
        expect(events[at - 1] === `started step-${position}`).toBe(hasEffect)
        expect(events[at + 1] === `done step-${position}`).toBe(hasEffect)
      }
      expect(events).not.toContain(`done step-${failing}`)
      const first = events.findIndex(event => event.startsWith('compensate'))
      if (first >= 0) expect(events[first - 1]).toBe(`failed step-${failing}`)
    },
  )

  it('compensates with the state that a StepError carries, and reports its cause', async () => {
    const cause = new DomainError('activation-refused', 'No.')
    const learned = new StepError({ learned: 7 }, cause)
    const { run, compensationState, journal } = rig([effect, effect], 1, learned)
    const error = await stopped(run())
    const state = { 'from-0': 0, learned: 7 }
    expect(error.cause).toBe(cause)
    expect([error.state, compensationState()]).toEqual([state, state])
    expect(journal.at(-1)).toEqual(['step-1', 'failed', state])
  })

  it('does not run a step whose start could not be journalled', async () => {
    const { run, refuseEntries, events } = rig([look, effect])
    refuseEntries()
    const { isCompensated } = await stopped(run())
    expect(events).toEqual(['run 0'])
    expect(isCompensated).toBe(false)
  })

  it('compensates nothing when the failure cannot be journalled: another process has the claim now', async () => {
    const { run, refuseEntries, events } = rig([effect, effect], 1)
    refuseEntries('failed')
    const { isCompensated, step } = await stopped(run())
    expect({ isCompensated, step }).toEqual({ isCompensated: false, step: 'step-1' })
    expect(of(events, 'compensate')).toEqual([])
  })

  it('starts no step at or after the deadline', async () => {
    const { run, steps, time, events } = rig([effect, effect])
    for (const step of steps) {
      const original = step.run
      step.run = async state => {
        time.now = 1000
        return original(state)
      }
    }
    const { cause, step } = await stopped(run())
    expect(cause).toBeInstanceOf(OutOfTimeError)
    expect(step).toBe('step-1')
    expect(of(events, 'run')).toEqual(['0'])
    expect(of(events, 'compensate')).toEqual(['1', '0'])
  })
})

describe('a pipeline that continues an interrupted one', () => {
  /** Where the earlier pipeline stopped: the steps before are done, this step is started or not. */
  const interrupted = plans.chain(all => fc.tuple(fc.constant(all), fc.nat(all.length - 1), fc.boolean()))

  const startedBefore = (all: readonly Plan[], at: number, isStarted: boolean) =>
    Object.fromEntries(
      all.flatMap(({ hasEffect }, position) => {
        if (!hasEffect || position > at || (position === at && !isStarted)) return []
        return [[`step-${position}`, position < at ? ('done' as const) : ('started' as const)]]
      }),
    )

  const stateBefore = (all: readonly Plan[], at: number): State =>
    Object.fromEntries(
      all.flatMap(({ hasEffect }, position) =>
        hasEffect && position < at ? [[`from-${position}`, position]] : [],
      ),
    )

  /** Steps that run from any state. */
  function resumable(all: readonly Plan[], state: State | undefined) {
    const { steps, events, ...others } = rig(all)
    for (const [position, step] of steps.entries()) {
      step.run = async () => {
        events.push(`run ${position}`)
        return { [`from-${position}`]: position }
      }
      step.lookUp = async () => {
        events.push(`look ${position}`)
        return state && { [`from-${position}`]: position }
      }
    }
    return { steps, events, ...others }
  }

  law(
    'does nothing twice, looks up what was started, and ends with the same',
    [interrupted, fc.boolean()],
    async ([all, at, isStarted], isFound) => {
      const { run, events } = resumable(all, isFound ? {} : undefined)
      const state = await run(stateBefore(all, at), startedBefore(all, at, isStarted))
      expect(new Set(Object.keys(state))).toEqual(new Set(all.map((_, position) => `from-${position}`)))
      const looked = isStarted && all[at]?.hasEffect
      expect(of(events, 'look')).toEqual(looked ? [String(at)] : [])
      const isSkipped = (position: number) =>
        all[position]?.hasEffect && (position < at || (position === at && looked && isFound))
      expect(of(events, 'run')).toEqual(
        all.flatMap((_, position) => (isSkipped(position) ? [] : [String(position)])),
      )
    },
  )

  it('also compensates steps of the earlier one that are behind the step that fails now', async () => {
    const { steps, run, events } = resumable([look, effect, effect], undefined)
    for (const step of steps.slice(0, 1)) step.run = () => Promise.reject(new Error('broken'))
    const { isCompensated } = await stopped(run({ 'from-1': 1 }, { 'step-1': 'done' }))
    expect(isCompensated).toBe(true)
    expect(of(events, 'compensate')).toEqual(['1', '0'])
  })

  it('keeps the result of a step although the journal did not take its entry', async () => {
    const { run, refuseEntries } = resumable([effect], undefined)
    refuseEntries('done')
    const { state } = await stopped(run())
    expect(state).toEqual({ 'from-0': 0 })
  })
})
