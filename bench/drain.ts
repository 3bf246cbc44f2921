import { createContext } from '../functions/src/context.ts'
import { workDue } from '../functions/src/triggers/work-due.ts'
import { storePieces } from '../functions/test/support/due-pieces.ts'
import { fastestSecond } from '../functions/test/support/fastest-second.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { sandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/test-context.ts'
import { openBenchSystem } from './bench-system.ts'
import { growth } from './drain-growth.ts'
import { compare, type Report, type Share } from './result.ts'

/** How many messages are due. */
const count = Number(process.env.DRAIN ?? 2_000)
/** The latency of every call to the provider. */
const latencyMs = 250
const others =
  'sms=1/2, ota=5/10, look-up=20/10, email=20/10, guest-platform=20/10, search=400/10, channel-manager=10/6'

/**
 * Sends of due messages a second, by workers in this process, with a lane that is wide enough and with the default
 * lane.
 */
export async function benchDrain(): Promise<Report> {
  await using system = await openBenchSystem()
  await using running = await system.sandbox()
  const sandbox = sandboxAt(running.url)
  await sandbox.fault({ vendor: 'twilio', mode: 'delay', delayMs: latencyMs })
  const drained = async (lane: string, pieces: number) => {
    await sandbox.reset()
    await sandbox.fault({ vendor: 'twilio', mode: 'delay', delayMs: latencyMs })
    await storePieces(system.db, 'chatapp-delivery', { count: pieces, now: new Date() })
    const settings = {
      ...sandboxSettings({ sandboxUrl: running.url }),
      lanes: () => `chatapp=${lane}, ${others}`,
    }
    const context = createContext({ settings, firestore: system.db, log: memoryLog([]) })
    const began = performance.now()
    while ((await sandbox.state('twilio')).messages.length < pieces)
      await workDue(context, ['chatapp-delivery'])
    const seconds = (performance.now() - began) / 1000
    return { rate: pieces / seconds, fastest: fastestSecond(await sandbox.requests('twilio')) }
  }
  const wide = await drained('200/80', count)
  const standard = await drained('80/40', Math.min(count, 1_000))
  const floor = (name: string, value: number, baseline: number): Share => {
    const row = compare(name, value, baseline, 1, '/s')
    return { ...row, ok: row.ratio >= 1, isFloor: true }
  }
  return {
    title: `drain: ${count} messages that are due; every call to the provider takes ${latencyMs} ms`,
    method: 'one run each; emulator, provider and workers on this machine. Handing out: medians of 5 rounds',
    results: [
      floor('sends a second with a lane of 200 a second, against the goal of 60', wide.rate, 60),
      compare(
        'sends in the fastest second of the default lane, against its rate',
        standard.fastest,
        80,
        1.05,
        '/s',
      ),
      ...(await growth()),
    ],
  }
}
