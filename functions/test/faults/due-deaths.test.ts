import { describe, expect, it } from 'vitest'
import type { Context } from '../../src/lib/context.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { storePieces } from '../support/due-pieces.ts'
import { dyingAt, Process } from './effects.ts'
import { deliveries, sending, untilSent, useSystems } from './outage-systems.ts'

const { vendors, ownSystem } = useSystems()

describe.each([
  ['before', 'alone'],
  ['after', 'beside another one'],
] as const)('a process that dies %s any of its effects, %s,', (when, how) => {
  const dying = (position: number, build: (process: Process) => Context) =>
    dyingAt(position, when, process => workDue(build(process), sending))

  it('leaves each message sent once, or to a person', async () => {
    const effects = new Process()
    const whole = ownSystem()
    await storePieces(whole.db, 'chatapp-delivery', { count: 2, now: new Date() })
    await workDue(whole.build({}, effects), sending)
    expect(effects.effects.length).toBeGreaterThan(10)
    for (const position of effects.effects.keys()) {
      await vendors().reset()
      const system = ownSystem()
      const { db, build } = system
      await storePieces(db, 'chatapp-delivery', { count: 2, now: new Date() })
      const other = how === 'alone' ? undefined : workDue(build(), sending)
      await Promise.all([other, dying(position, process => build({}, process))])
      await untilSent(system)
      const accepted = (await vendors().state('twilio')).messages.map(({ to }: { to: string }) => to)
      expect(new Set(accepted).size, `died at ${position}`).toBe(accepted.length)
      const left = (await deliveries(db)).filter(({ status }) => status !== 'sent')
      // A send whose end no process saw is left to a person, who decides about sending it again.
      expect(left.every(({ status, dueAt }) => status === 'unknown' && dueAt === undefined)).toBe(true)
      expect(accepted.length + left.length, `died at ${position}`).toBe(2)
    }
  })
})
