import { parseArgs } from 'node:util'
import { channelManager } from '../functions/src/adapters/channel-manager/channel-manager.ts'
import { firestoreWith } from '../functions/src/adapters/firestore/sdk.ts'
import { store } from '../functions/src/adapters/firestore/store.ts'
import { importRows } from '../functions/src/lib/ops/import-rows.ts'
import { rowsIn } from './import/rows-in.ts'
import { actor, opsContext } from './ops/context.ts'
import { type OpenFirestore, openProject } from './ops/target.ts'
import { channelManagerAccess } from './ops/vendors.ts'
import { asCommand, StackError } from './stack/errors.ts'

const usage = 'npm run import -- FILE.csv|FILE.jsonl [--dry-run] [--project ID]'
const options = { project: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const

/** Imports the rows of the file that `args` name; the last line of output is JSON. */
export async function importFile(args: string[], open: OpenFirestore = openProject): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new StackError('Say which file.', usage)
  const isDryRun = values['dry-run']
  const rows = await rowsIn(file)
  const { sdk } = await open(values.project)
  const db = firestoreWith(sdk)
  const deps = {
    ...opsContext(sdk, values.project),
    channelManager: channelManager(channelManagerAccess(process.env, values.project)),
    store: store(db),
  }
  const counts = await importRows(
    deps,
    { ...actor, role: 'operations' },
    rows,
    isDryRun,
    ({ line, kind, id, outcome, why }) => {
      console.log([`line ${line}: ${kind} ${id}: ${outcome}`, why].filter(Boolean).join('. '))
    },
  )
  if (counts.refused > 0) process.exitCode = 1
  console.log(JSON.stringify({ ...counts, dryRun: isDryRun }))
}

if (import.meta.main) await asCommand(() => importFile(process.argv.slice(2)))
