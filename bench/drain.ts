import { dueWork } from '../functions/src/adapters/firestore/due-queries.ts'
import { createServices } from '../functions/src/composition.ts'
import type { DuePiece } from '../functions/src/lib/due/due.ts'
import { dueKinds } from '../functions/src/triggers/due-work.ts'
import { workDue } from '../functions/src/triggers/work-due.ts'
import { storeDue } from '../functions/test/support/due.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { sandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/services.ts'
import { sandboxCredentials, startSandbox } from '../sandbox/src/index.ts'
import { compare, median, type Report } from './result.ts'
import { openYard, type Yard } from './yard.ts'

/** How many messages are due. */
const count = Number(process.env.DRAIN ?? 2_000)
/** Of every call to the provider. */
const latencyMs = 250
const others =
  'sms=1/2, look-up=20/10, email=20/10, guest-platform=20/10, search=400/10, channel-manager=200/6'

/** Sends a second of what is due, by workers in this process, with a lane that is wide enough and with the default one. */
export async function benchDrain(): Promise<Report> {
  const yard = await openYard()
  const running = await startSandbox({ credentials: sandboxCredentials })
  try {
    const sandbox = sandboxAt(running.url)
    await sandbox.fault({ vendor: 'twilio', mode: 'delay', delayMs: latencyMs })
    const drained = async (lane: string, pieces: number) => {
      await sandbox.reset()
      await sandbox.fault({ vendor: 'twilio', mode: 'delay', delayMs: latencyMs })
      await storeDue(yard.db, { count: pieces, now: new Date(), name: lane.replaceAll('/', '-') })
      const settings = {
        ...sandboxSettings({ sandboxUrl: running.url }),
        lanes: () => `chatapp=${lane}, ${others}`,
      }
      const services = createServices({ settings, firestore: yard.db, log: memoryLog([]) })
      const began = performance.now()
      while ((await sandbox.state('twilio')).messages.length < pieces)
        await workDue(services, ['chatapp-delivery'])
      const seconds = (performance.now() - began) / 1000
      return { rate: pieces / seconds, fastest: fastestSecond(await sandbox.requests('twilio')) }
    }
    const wide = await drained('200/80', count)
    const standard = await drained('80/40', Math.min(count, 1_000))
    const floor = (name: string, value: number, baseline: number) => {
      const ratio = value / baseline
      return { name, value, unit: '/s', baseline, ratio, goal: 1, ok: ratio >= 1, isFloor: true as const }
    }
    const cap = (name: string, value: number, baseline: number) => {
      const ratio = value / baseline
      return { name, value, unit: '/s', baseline, ratio, goal: 1.05, ok: ratio <= 1.05 }
    }
    const growth = await growthOfPages(yard)
    return {
      title: `drain: ${count} messages that are due; every call to the provider takes ${latencyMs} ms`,
      method: 'one run each; emulator, provider and workers on this machine',
      results: [
        floor('sends a second with a lane of 200 a second, beside the 60 that are asked for', wide.rate, 60),
        cap('sends in the fastest second of the default lane, beside its rate', standard.fastest, 80),
        ...growth,
      ],
    }
  } finally {
    await running.close()
    await yard.close()
  }
}

const pageSize = 1000

/** How long a page takes, the first and the last one, among 1,000 and among 100,000 pieces that are due. */
async function growthOfPages({ db }: Yard): Promise<Report['results']> {
  const due = dueWork(db)
  const { query } = dueKinds.email
  const now = new Date()
  const timesOfPages = async () => {
    const times: number[] = []
    let after: DuePiece | undefined
    for (;;) {
      const began = performance.now()
      const page = await due.page(query, now, pageSize, after)
      if (page.length === 0) return times
      times.push(performance.now() - began)
      after = page.at(-1)
    }
  }
  const storeEmails = async (from: number, to: number) => {
    const writer = db.bulkWriter()
    for (let number = from; number < to; number += 1) {
      const dueAt = new Date(now.getTime() - number * 1000)
      void writer.set(db.doc(`emails/e${number}`), { status: 'pending', attempts: 0, dueAt })
    }
    await writer.close()
  }
  await storeEmails(0, pageSize)
  await timesOfPages()
  const alone = median([...(await timesOfPages()), ...(await timesOfPages()), ...(await timesOfPages())])
  await storeEmails(pageSize, 100 * pageSize)
  const pages = await timesOfPages()
  if (pages.length !== 100) throw new Error(`100 pages were due, ${pages.length} were found`)
  return [
    compare(
      'a page of 1,000 that are due: at the head of 100,000, beside 1,000 alone',
      median(pages.slice(0, 5)),
      alone,
    ),
    compare('the same, at the tail of 100,000', median(pages.slice(-5)), alone),
  ]
}

/** Of the requests' times: how many fall into the second with the most of them. */
function fastestSecond(requests: readonly { at: string }[]): number {
  const times = requests.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
