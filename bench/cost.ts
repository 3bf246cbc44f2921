import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { createServices } from '../functions/src/composition.ts'
import { workDue } from '../functions/src/triggers/work-due.ts'
import { startFirestore } from '../functions/test/deployed/firestore.ts'
import { deploymentOf } from '../functions/test/deployed/manifest.ts'
import { builtCopy, openSite } from '../functions/test/deployed/site.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { startRpcCounter } from '../functions/test/support/rpc-counter.ts'
import { sandboxSettings } from '../functions/test/support/services.ts'
import { compare, type Report } from './result.ts'

const minutesAMonth = 30 * 24 * 60
/** Of the twelve schedules that there were: eight a minute, three in five minutes, one in fifteen. */
const before = 8 * minutesAMonth + (3 * minutesAMonth) / 5 + minutesAMonth / 15

/** What a system costs in a month in which nothing happens. */
export async function benchCost(): Promise<Report> {
  const site = openSite()
  try {
    const { schedules } = await deploymentOf(await builtCopy(site, 'project'))
    const invocations = schedules.reduce((sum, schedule) => sum + minutesAMonth / minutesOf(schedule), 0)
    const calls = await idleCalls(await startFirestore(site, 'demo-cost'))
    return {
      title: `cost: ${schedules.length} schedules, while nothing happens`,
      method: 'invocations by the schedules of the built functions; calls to Firestore of one run of workdue',
      results: [
        compare('invocations a month beside those of twelve schedules', invocations, before, 1, ''),
        compare('calls to Firestore of a run, beside one a kind and lane', calls, 17, 1, ''),
      ],
    }
  } finally {
    await site.close()
  }
}

function minutesOf(schedule: string): number {
  const minutes = Number(/^every (\d+) minutes$/.exec(schedule)?.[1])
  if (Number.isNaN(minutes)) throw new Error(`the schedule "${schedule}" is not in minutes`)
  return minutes
}

async function idleCalls(host: string): Promise<number> {
  const counter = await startRpcCounter(host)
  process.env.FIRESTORE_EMULATOR_HOST = counter.host
  const app = initializeApp({ projectId: 'demo-cost' }, 'cost')
  try {
    const settings = sandboxSettings({ sandboxUrl: 'http://127.0.0.1:9' })
    const services = createServices({ settings, firestore: getFirestore(app), log: memoryLog([]) })
    await workDue(services)
    return counter.calls().length
  } finally {
    await deleteApp(app)
    await counter.close()
  }
}
