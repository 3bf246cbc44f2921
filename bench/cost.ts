import path from 'node:path'
import { execa } from 'execa'
import type { Firestore } from 'firebase-admin/firestore'
import { createContext } from '../functions/src/composition.ts'
import { runSchedule } from '../functions/src/functions.ts'
import type { Actor } from '../functions/src/lib/actor.ts'
import { createMessage } from '../functions/src/lib/chat/posting/create-message.ts'
import { connectProperty } from '../functions/src/lib/connection/connect-property.ts'
import type { Context } from '../functions/src/lib/context.ts'
import { scheduleNames, schedules } from '../functions/src/lib/health/subjects.ts'
import { namesOf, recordOf } from '../functions/src/lib/record-of.ts'
import { onChannelWritten, onEmailCreated } from '../functions/src/triggers/documents.ts'
import { storeProperty } from '../functions/test/support/connection-builders.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { tellOfMessage } from '../functions/test/support/message-event.ts'
import { type SandboxAt, sandboxAt } from '../functions/test/support/sandbox.ts'
import { limits, sandboxSettings } from '../functions/test/support/services.ts'
import { columns } from '../scripts/stack/columns.ts'
import { newHomes } from './homes.ts'
import { priceOf } from './prices.ts'
import { compare, type Report } from './result.ts'
import { countingDocuments, type Usage, usageOf, usageWords } from './usage.ts'
import { openYard } from './yard.ts'

const minutesAMonth = 30 * 24 * 60
/** Of the twelve schedules that there once were: eight a minute, three in five minutes, one in fifteen. */
const before = 8 * minutesAMonth + (3 * minutesAMonth) / 5 + minutesAMonth / 15

/** What a post, a send, a connection and an idle month use, and what that comes to by `bench/prices.json`. */
export async function benchCost(): Promise<Report> {
  await using yard = await openYard()
  using ends = new DisposableStack()
  const vendors = execa('node', [path.join(import.meta.dirname, '../sandbox/main.ts')], { reject: false })
  ends.defer(() => vendors.kill())
  const sandbox = sandboxAt(await addressOf(vendors.stdout))
  const settings = {
    ...sandboxSettings({ sandboxUrl: sandbox.url }),
    chatLimits: () => ({ ...limits, userPostsPerMinute: 1_000_000 }),
  }
  const context = createContext({ settings, firestore: countingDocuments(yard.db), log: memoryLog([]) })
  const world = { context, db: yard.db, sandbox }
  const idle = await idleMonth(world)
  const used = {
    'a post': await posts(world, 'message'),
    'a chatapp or SMS message': await posts(world, 'chatapp-message'),
    'a connection': await connections(world),
    'an idle month': idle,
  }
  const name = 'invocations of an idle month beside those of twelve schedules'
  return {
    title: 'cost: what is used, and what it comes to',
    method: table(used),
    results: [compare(name, idle.invocations, before, 1, '')],
  }
}

interface World {
  context: Context
  db: Firestore
  sandbox: SandboxAt
}

const staff: Actor = { uid: 'sam', role: 'support', origin: { ipAddress: '127.0.0.1', userAgent: 'bench' } }
const times = 60

/** With everything that follows from it, but for what the provider tells of it later. */
async function posts({ context, db, sandbox }: World, type: 'message' | 'chatapp-message'): Promise<Usage> {
  const homes = await newHomes(db, times + 10)
  // The call, and the event of the message.
  const invocations = 1 + 1
  return usageOf(sandbox, { times, invocations }, async number => {
    const home = homes.at(number)
    if (!home) throw new Error('There are too few threads.')
    const { threadId } = home
    const { message } = await createMessage(context, staff, {
      ...{ threadId, source: 'platform', contentType: 'text', type },
      body: 'Good evening, your room is ready. The key is in the box beside the door.',
    })
    const ref = { threadId, messageId: message.messageId }
    await tellOfMessage(context, db, ref)
  })
}

async function connections({ context, db, sandbox }: World): Promise<Usage> {
  // The call, the e-mail, the channel that is written.
  const invocations = 3
  return usageOf(sandbox, { times: 15, invocations }, async () => {
    const { propertyId, hotelId } = await storeProperty({ plan: 'paid' }, { db, sandbox })
    await connectProperty(
      context,
      { ...staff, role: 'operations' },
      { propertyId, hotelId, ota: 'booking', paymentId: `pay-${propertyId}` },
    )
    const [channel, emails] = await Promise.all([
      db.doc(`propertyChannels/${propertyId}_booking`).get(),
      db.collection('emails').where('status', '==', 'pending').get(),
    ])
    await onChannelWritten(context, channel.id, undefined, channel.data())
    for (const { id } of emails.docs) await onEmailCreated(context, id)
  })
}

async function idleMonth({ context, sandbox }: World): Promise<Usage> {
  const month: Usage = recordOf(fields, () => 0)
  for (const name of scheduleNames) {
    const runs = minutesAMonth / schedules[name]
    const run = await usageOf(sandbox, { times: 3, invocations: 1 }, () => runSchedule(context, name))
    for (const field of fields) month[field] += run[field] * runs
  }
  return month
}

const fields = namesOf(usageWords)

/** US dollars. */
const moneyOf = (used: Usage): number => fields.reduce((sum, field) => sum + priceOf(field, used[field]), 0)

function table(used: Readonly<Record<string, Usage>>): string {
  const short = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))
  const rows = [
    ['', ...Object.keys(used)],
    ...fields.map(field => [usageWords[field], ...Object.values(used).map(one => short(one[field]))]),
    ['US dollars', ...Object.values(used).map(one => moneyOf(one).toFixed(4))],
  ]
  return columns(rows, at => (at === 0 ? 'padEnd' : 'padStart'))
}

/** Where it says that it listens. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const text of output) {
    const [, url] = /listening on (\S+)/.exec(String(text)) ?? []
    if (url) return url
  }
  throw new Error('The sandbox did not start.')
}
