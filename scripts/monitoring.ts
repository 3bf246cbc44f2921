import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { googleApi, type Json } from './google/api.ts'
import { dashboardKind, metricKind, policyKind, type Step, steps, untilKnown } from './monitoring/apply.ts'
import { createChannel, findChannel } from './monitoring/channel.ts'
import { files } from './monitoring/files.ts'
import { asCommand, StackError } from './stack/errors.ts'
import { repoRoot } from './stack/paths.ts'
import { isDemoProject } from './stack/project.ts'

const usage = `npm run monitoring -- --project ID [--email ADDRESS] [--dry-run]
                                   metrics, alerts and dashboard of ops/monitoring, as they stand there
npm run monitoring -- --write      writes ops/monitoring from scripts/monitoring/table.ts`

const folder = path.join(repoRoot, 'ops', 'monitoring')
const object = z.record(z.string(), z.unknown())
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))

function write(): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files()))
    writeFileSync(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
}

/** First what is read, then what reads it; removed in the same order, since nothing refers to what nobody wants. */
async function apply(project: string, email: string | undefined, isDryRun: boolean): Promise<void> {
  const api = await googleApi(project)
  let channel = email === undefined ? undefined : await findChannel(api, project, email)
  if (email !== undefined && channel === undefined) {
    console.log(`${isDryRun ? 'would create' : 'create'} e-mail channel ${email}`)
    channel = isDryRun ? 'new' : await createChannel(api, project, email)
  }
  const told = channel === undefined ? {} : { notificationChannels: [channel] }
  const policies = z.array(object).parse(read('alert-policies.json'))
  const wanted: [kind: typeof metricKind, all: Json[]][] = [
    [metricKind, z.array(object).parse(read('metrics.json'))],
    [policyKind, policies.map(policy => ({ ...policy, ...told }))],
    [dashboardKind, [object.parse(read('dashboard.json'))]],
  ]
  let changed = 0
  for (const [kind, all] of wanted) {
    const todo: Step[] = await steps(api, project, kind, all)
    for (const { does, what, key, run } of todo) {
      console.log(`${isDryRun ? 'would ' : ''}${does} ${what} ${key}`)
      if (!isDryRun) await untilKnown(run, sleep)
    }
    changed += todo.length
  }
  const total = wanted.reduce((sum, [, all]) => sum + all.length, 0)
  console.log(
    changed === 0 ? `nothing to change: all ${total} are as they should be` : `${changed} of ${total}`,
  )
  if (email === undefined) console.log('nobody is told: name somebody with --email, or in the console')
}

await asCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...{ project: { type: 'string' }, email: { type: 'string' } },
      ...{ 'dry-run': { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
    },
  })
  if (values.write) write()
  else if (!values.project || isDemoProject(values.project)) throw new StackError('No project.', usage)
  else await apply(values.project, values.email, values['dry-run'])
})
// Connections that nobody needs any more would keep it for seconds.
process.exit()
