import { expect, it } from 'vitest'
import * as z from 'zod'
import { toldBy, webhookRoutes } from '../../functions/src/http/webhooks/routes.ts'
import { every, scheduleNames, triggerNames, webhookNames } from '../../functions/src/lib/health/subjects.ts'

const endpoint = z.looseObject({
  scheduleTrigger: z.looseObject({ schedule: z.string() }).optional(),
  eventTrigger: z.unknown().optional(),
})
const entry: Record<string, unknown> = { ...(await import('../../functions/src/index.ts')) }
const doors = Object.entries(entry).map(([name, door]) => {
  const said = typeof door === 'function' ? Reflect.get(door, '__endpoint') : undefined
  return { name, ...endpoint.parse(said) }
})

it('every schedule has its row in the alarms, with the pace it runs at', () => {
  const running = doors.flatMap(({ name, scheduleTrigger }) =>
    scheduleTrigger ? [[name, scheduleTrigger.schedule]] : [],
  )
  expect(Object.fromEntries(running)).toEqual(
    Object.fromEntries(scheduleNames.map(name => [name, every(name)])),
  )
})

it('so has every trigger', () => {
  const listening = doors.filter(({ eventTrigger }) => eventTrigger !== undefined).map(({ name }) => name)
  expect(listening.toSorted()).toEqual([...triggerNames].toSorted())
})

it('so has every webhook', () => {
  const told = webhookRoutes.map(({ path }) => toldBy[path])
  expect(told.toSorted()).toEqual([...webhookNames].toSorted())
})
