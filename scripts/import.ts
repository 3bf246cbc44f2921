import { parseArgs } from 'node:util'
import { channelManager } from '../functions/src/adapters/channel-manager/channel-manager.ts'
import { channels } from '../functions/src/adapters/firestore/channels.ts'
import { connections } from '../functions/src/adapters/firestore/connections.ts'
import { ledgerEnding, ledgerSettlement } from '../functions/src/adapters/firestore/ledger.ts'
import { importRows } from '../functions/src/lib/ops/import-rows.ts'
import { firestoreByEnvironment } from './firestore.ts'
import { rowsIn } from './import/rows-in.ts'
import { actor, opsContext } from './ops/context.ts'
import { openProject } from './ops/target.ts'
import { channelManagerAccess } from './ops/vendors.ts'
import { asCommand, StackError } from './stack/errors.ts'

const usage = 'npm run import -- FILE.csv|FILE.jsonl [--dry-run] [--project ID]'
const options = { project: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const

/** Takes in the rows of the file that these words name; the last line that it prints is JSON. */
export async function importFile(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new StackError('Say which file.', usage)
  const isDryRun = values['dry-run']
  const rows = await rowsIn(file)
  const { sdk } = await openProject(values.project)
  const db = firestoreByEnvironment(sdk)
  const deps = {
    ...opsContext(sdk, values.project),
    channelManager: channelManager(channelManagerAccess(process.env, values.project)),
    channels: channels(db, ledgerEnding(db)),
    connections: connections(db, ledgerSettlement(db)),
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
