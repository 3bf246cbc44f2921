import { describe, expect, it } from 'vitest'
import { firestoreWith } from '../../src/adapters/firestore/client.ts'
import { dueWork } from '../../src/adapters/firestore/due-queries.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { disturbed, type Effect, nameOf, Process } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import { begin, type LaneScenario, laneScenarios } from './lane-scenarios.ts'
import { deliveries, messageQueries, minute, newSystem, type System, sending } from './outage-systems.ts'
import { useSurroundings } from './surroundings.ts'
import { countCases, isComplete } from './survive-faults.ts'
import { forward } from './time.ts'

const surroundings = useSurroundings()
const cases = countCases('lanes')

/** One piece at a time, so that the writes of a run always come in the same order. */
const oneByOne = '20/1'
const run = (process: Process, { build }: System) => workDue(build({}, process), ['chatapp-delivery'])

async function effectsOf(scenario: LaneScenario): Promise<Effect[]> {
  const { sandbox } = surroundings()
  const system = newSystem(sandbox.url, oneByOne)
  await begin(scenario, system, sandbox)
  const process = new Process()
  await run(process, system)
  await system.close()
  await sandbox.reset()
  return process.effects
}

/** Runs of a healthy schedule, until nothing is due soon. What was quarantined is not. */
async function settle({ db, context }: System): Promise<void> {
  const due = dueWork(firestoreWith(db))
  for (let round = 0; round < 60; round += 1) {
    await workDue(context, sending)
    const soon = new Date(Date.now() + 30 * minute)
    const pages = await Promise.all(messageQueries.map(query => due.page(query, soon, 1)))
    if (pages.flat().length === 0) return
    forward(minute)
  }
}

async function runCase(scenario: LaneScenario, position: number, fault: FaultName): Promise<string[]> {
  const { sandbox, firestore } = surroundings()
  const system = newSystem(sandbox.url, oneByOne)
  const found: string[] = []
  await begin(scenario, system, sandbox)
  await disturbed(
    position,
    process => run(process, system),
    die => faults[fault]({ sandbox, firestore, die, found, othersTakeOver: async () => {} }),
  )
  await sandbox.clearFaults()
  firestore.reset()
  await settle(system)
  found.push(...(await wrong(scenario, system)))
  await system.close()
  await sandbox.reset()
  return found
}

/** What is not as it has to be in the end. */
async function wrong({ poisoned = 0 }: LaneScenario, { db }: System): Promise<string[]> {
  const found: string[] = []
  const check = (isRight: boolean, what: string) => void (isRight || found.push(what))
  const { messages } = await surroundings().sandbox.state('twilio')
  const taken: string[] = messages.map(({ to }: { to: string }) => to.replace('whatsapp:', ''))
  check(new Set(taken).size === taken.length, 'a message was sent twice')

  const all = await deliveries(db)
  const quarantined = all.filter(({ status, dueAt }) => status === 'pending' && dueAt.toDate() > new Date())
  const left = all.filter(({ status }) => status === 'unknown')
  const sent = all.filter(({ status }) => status === 'sent')
  check(quarantined.length === poisoned, `${quarantined.length} are set quarantined`)
  check(sent.length + left.length === all.length - poisoned, `statuses ${all.map(({ status }) => status)}`)
  // Where nobody saw the call end, and the provider shows nothing of it.
  check(
    left.length <= 1 && left.every(({ to }) => !taken.includes(to)),
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

const laneWrites = new Set(['operations.saveLane', 'due.hasten', 'due.quarantine'])
const writes = new Set([...laneWrites, 'messages.change'])

describe.each(Object.entries(laneScenarios))('%s', (_, scenario) => {
  it.each(['die before', 'die after', 'lose the reply to the commit'] as const)(
    'survives at its writes: %s',
    async fault => {
      const names = (await effectsOf(scenario)).map(nameOf)
      expect(names.filter(name => laneWrites.has(name))).toEqual(scenario.writes)
      const found: string[] = []
      for (const [position, name] of names.entries()) {
        if (!(isComplete ? writes : laneWrites).has(name)) continue
        cases.add()
        const broken = await runCase(scenario, position, fault)
        found.push(...broken.map(what => `${fault} at ${position} (${name}): ${what}`))
      }
      expect(found).toEqual([])
    },
  )
})
