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

interface Plan {
  hasEffect: boolean
  compensationFails: boolean
}

/** Steps that write down what happens to them; the one at `failing` throws. */
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
  let time = 0
  const deps = {
    clock: { now: () => new Date(time), sleep: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    journal: {
      async write({ step, status, state }: { step: string; status: StepStatus; state: State }) {
        events.push(`${status} ${step}`)
        journal.push([step, status, state])
      },
    },
  }
  const run = (deadline = new Date(1000)) => runPipeline<State>(deps, steps, {}, deadline)
  return {
    events,
    journal,
    steps,
    deps,
    run,
    seenByCompensation: () => compensationSaw,
    setTime: (at: number) => (time = at),
  }
}

async function stopped(run: Promise<unknown>): Promise<PipelineError<State>> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof PipelineError) return error
  throw error ?? new Error('it did not stop')
}

const effect: Plan = { hasEffect: true, compensationFails: false }
const look: Plan = { hasEffect: false, compensationFails: false }
const plan = fc.record({ hasEffect: fc.boolean(), compensationFails: fc.boolean() })
const plans = fc.array(plan, { minLength: 1, maxLength: 8 })
const failure = plans.chain(all => fc.tuple(fc.constant(all), fc.nat(all.length - 1)))
const of = (events: string[], kind: string) =>
  events.filter(event => event.startsWith(`${kind} `)).map(event => event.slice(kind.length + 1))

describe('a pipeline', () => {
  law('runs every step once, in order, with what the earlier ones found', [plans], async all => {
    const { run, events } = rig(all)
    expect(Object.keys(await run())).toEqual(all.map((_, position) => `from-${position}`))
    expect(of(events, 'run')).toEqual(all.map((_, position) => String(position)))
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
      expect(of(events, 'run')).toEqual(started.map((_, position) => String(position)))
      expect(of(events, 'compensate')).toEqual(
        compensates ? started.map((_, position) => String(position)).reverse() : [],
      )
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
        const around = [
          events[at - 1] === `started step-${position}`,
          events[at + 1] === `done step-${position}`,
        ]
        expect(around).toEqual([hasEffect, hasEffect])
      }
      expect(events).not.toContain(`done step-${failing}`)
      const first = events.findIndex(event => event.startsWith('compensate'))
      if (first >= 0) expect(events[first - 1]).toBe(`failed step-${failing}`)
    },
  )

  it('compensates with what a StepError has learned, and reports its cause', async () => {
    const cause = new DomainError('activation-refused', 'No.')
    const { run, seenByCompensation, journal } = rig(
      [effect, effect],
      1,
      new StepError({ learned: 7 }, cause),
    )
    const error = await stopped(run())
    expect(error.cause).toBe(cause)
    expect(error.state).toEqual({ 'from-0': 0, learned: 7 })
    expect(seenByCompensation()).toEqual({ 'from-0': 0, learned: 7 })
    expect(journal.at(-1)).toEqual(['step-1', 'failed', { 'from-0': 0, learned: 7 }])
  })

  it('does not run a step whose start could not be journalled', async () => {
    const { run, deps, events } = rig([look, effect])
    deps.journal.write = () => Promise.reject(new Error('lost claim'))
    const { isCompensated } = await stopped(run())
    expect(events).toEqual(['run 0'])
    expect(isCompensated).toBe(false)
  })

  it('compensates nothing when the failure cannot be journalled: somebody else holds it now', async () => {
    const { run, deps, events } = rig([effect, effect], 1)
    const write = deps.journal.write
    deps.journal.write = async entry => {
      if (entry.status === 'failed') throw new Error('lost claim')
      return write(entry)
    }
    const { isCompensated, step } = await stopped(run())
    expect({ isCompensated, step }).toEqual({ isCompensated: false, step: 'step-1' })
    expect(of(events, 'compensate')).toEqual([])
  })

  it('starts no step at or after the deadline', async () => {
    const { run, steps, setTime, events } = rig([effect, effect])
    const [first] = steps
    if (!first) throw new Error('no step')
    const original = first.run
    first.run = async state => {
      setTime(1000)
      return original(state)
    }
    const { cause, step } = await stopped(run(new Date(1000)))
    expect(cause).toBeInstanceOf(OutOfTimeError)
    expect(step).toBe('step-1')
    expect(of(events, 'run')).toEqual(['0'])
    expect(of(events, 'compensate')).toEqual(['1', '0'])
  })
})

describe('a pipeline that goes on with another one', () => {
  /** Where the earlier one stopped: everything before is done, and of this one the start is known, or nothing. */
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

  /** Steps that do not mind what is known already. */
  function resumable(all: readonly Plan[], found: State | undefined) {
    const { steps, deps, events } = rig(all)
    for (const [position, step] of steps.entries()) {
      step.run = async () => {
        events.push(`run ${position}`)
        return { [`from-${position}`]: position }
      }
      step.lookUp = async () => {
        events.push(`look ${position}`)
        return found && { [`from-${position}`]: position }
      }
    }
    return { steps, deps, events }
  }

  law(
    'does nothing twice, looks up what was started, and ends with the same',
    [interrupted, fc.boolean()],
    async ([all, at, isStarted], isFound) => {
      const { steps, deps, events } = resumable(all, isFound ? {} : undefined)
      const started = startedBefore(all, at, isStarted)
      const state = await runPipeline<State>(deps, steps, stateBefore(all, at), new Date(1000), started)
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

  it('compensates also what the earlier one did behind the step that fails now', async () => {
    const { steps, deps, events } = resumable([look, effect, effect], undefined)
    const [first] = steps
    if (!first) throw new Error('no step')
    first.run = () => Promise.reject(new Error('broken'))
    const started = { 'step-1': 'done' } as const
    const { isCompensated } = await stopped(
      runPipeline<State>(deps, steps, { 'from-1': 1 }, new Date(1000), started),
    )
    expect(isCompensated).toBe(true)
    expect(of(events, 'compensate')).toEqual(['1', '0'])
  })

  it('knows what a step brought although the journal did not take it', async () => {
    const { steps, deps } = resumable([effect], undefined)
    const { write } = deps.journal
    deps.journal.write = async entry => {
      if (entry.status === 'done') throw new Error('lost answer')
      return write(entry)
    }
    const { state } = await stopped(runPipeline<State>(deps, steps, {}, new Date(1000)))
    expect(state).toEqual({ 'from-0': 0 })
  })
})
