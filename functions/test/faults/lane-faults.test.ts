import { describe, expect, it } from 'vitest'
import { duePage } from '../../src/lib/due/due-work.ts'
import type { Write } from '../../src/lib/store.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { type Effect, nameOf } from './effects.ts'
import { begin, type LaneScenario, laneScenarios, quarantining } from './lane-scenarios.ts'
import { deliveries, messageQueries, minute, newSystem, type System, sending } from './outage-systems.ts'
import { playOn } from './stage.ts'
import { useSurroundings } from './surroundings.ts'
import { countCases, isComplete } from './survive-faults.ts'
import { forward } from './time.ts'
import { checks } from './world-state.ts'

const surroundings = useSurroundings()
const cases = countCases('lanes')

/** One piece at a time, so that the writes of a run always come in the same order. */
const oneByOne = '20/1'

/** Runs a healthy schedule until no message is due soon; quarantined messages are not. */
async function settle({ context }: System): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    await workDue(context, sending)
    const soon = new Date(Date.now() + 30 * minute)
    const pages = await Promise.all(
      messageQueries.map(query => duePage(context.store, query, { until: soon, limit: 1 })),
    )
    if (pages.flat().length === 0) return
    forward(minute)
  }
}

const lanes = playOn<LaneScenario>(async (scenario, { sandbox }) => {
  const system = newSystem(sandbox.url, oneByOne)
  await begin(scenario, system, sandbox)
  return {
    run: process => workDue(system.build({}, process), ['chatapp-delivery']),
    takeOver: async () => {},
    async ending() {
      await settle(system)
      return wrong(scenario, system)
    },
    async close() {
      await system.close()
      await sandbox.reset()
    },
  }
})

/** Violations in the end. */
async function wrong({ poisoned = 0 }: LaneScenario, { db }: System): Promise<string[]> {
  const { found, check } = checks()
  const { messages } = await surroundings().sandbox.state('twilio')
  const recipients: string[] = messages.map(({ to }: { to: string }) => to.replace('whatsapp:', ''))
  check(new Set(recipients).size === recipients.length, 'a message was sent twice')

  const all = await deliveries(db)
  const quarantined = all.filter(({ status, dueAt }) => status === 'pending' && dueAt.toDate() > new Date())
  const left = all.filter(({ status }) => status === 'unknown')
  const sent = all.filter(({ status }) => status === 'sent')
  check(quarantined.length === poisoned, `${quarantined.length} are set quarantined`)
  check(sent.length + left.length === all.length - poisoned, `statuses ${all.map(({ status }) => status)}`)
  // A message is left if no process saw its call end, and the provider does not show it.
  check(
    left.length <= 1 && left.every(({ to }) => !recipients.includes(to)),
    `${left.length} are left to a person`,
  )

  const lane = (await db.doc('lanes/chatapp').get()).data()
  check(!lane?.failing, 'the lane is still closed')
  const open = (await db.collection('items').where('status', '==', 'open').get()).docs
  const failed = open.filter(item => item.get('kind') === 'due-work-failed')
  check(failed.length === poisoned, `${failed.length} items tell of what was set quarantined`)
  const notSent = open.filter(item => item.get('kind') === 'send-failed')
  check(notSent.length === left.length, `${notSent.length} items tell of what is left to a person`)
  check(open.length === failed.length + notSent.length, `open items: ${open.map(({ id }) => id)}`)
  return found
}

const laneWrites = new Set(['lanes', 'delivery.dueAt', quarantining])
/** The fields of a message that a commit writes first, or the collection; else the name of the effect. */
function writeOf(effect: Effect): string {
  const [writes] = effect.given ?? []
  const [first]: readonly Partial<Write>[] = Array.isArray(writes) ? writes : []
  if (nameOf(effect) !== 'store.commit' || !first?.path) return nameOf(effect)
  const [collection = '', , below] = first.path.split('/')
  return below === 'messages' ? Object.keys(first.fields ?? {}).join() : collection
}
const writes = new Set([...laneWrites, 'delivery', 'delivery,externalMessageId'])

describe.each(Object.entries(laneScenarios))('%s', (_, scenario) => {
  it.each(['die before', 'die after', 'lose the reply to the commit'] as const)(
    'survives at its writes: %s',
    async fault => {
      const names = (await lanes.effectsOf(scenario, surroundings())).map(writeOf)
      expect(names.filter(name => laneWrites.has(name))).toEqual(scenario.writes)
      const found: string[] = []
      for (const [position, name] of names.entries()) {
        if (!(isComplete ? writes : laneWrites).has(name)) continue
        cases.add()
        const broken = await lanes.runCase(scenario, position, fault, surroundings())
        found.push(...broken.map(what => `${fault} at ${position} (${name}): ${what}`))
      }
      expect(found).toEqual([])
    },
  )
})
