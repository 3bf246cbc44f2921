import { initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'
import { algoliaSearchIndex } from '../functions/src/adapters/algolia/search-index.ts'
import { threads } from '../functions/src/adapters/firestore/threads.ts'
import { systemClock } from '../functions/src/adapters/system.ts'
import { type ReindexReport, reindex } from '../functions/src/lib/chat/search/reindex.ts'
import { firestoreByEnvironment } from './firestore.ts'
import { progressLine, summary, throttled } from './reindex/report.ts'
import { reindexTarget } from './reindex/target.ts'
import { describeError, StackError } from './stack/errors.ts'

/**
 * `npm run reindex [-- --project ID] [--dry-run] [--remove-orphans]`: brings the search index in line with the threads.
 */
const argv = process.argv.slice(2)
const isDryRun = argv.includes('--dry-run')
const removesManyOrphans = argv.includes('--remove-orphans')
const { stdout, stderr } = process

const live = (text: string): void => void (stderr.isTTY && stderr.write(`\r\x1b[2K${text}`))
const show = stderr.isTTY ? live : throttled(line => void stderr.write(line))

function remark(event: string, { threadId, records, error }: Record<string, unknown> = {}): void {
  live('')
  const what = threadId ?? `${records} records`
  stderr.write(`! ${event}: ${what}: ${error instanceof Error ? error.message : String(error)}\n`)
}

async function run(): Promise<ReindexReport> {
  const unknown = argv.find(word => /^--(?!dry-run$|remove-orphans$|project(=|$))/.test(word))
  if (unknown)
    throw new StackError(`Unknown option ${unknown}`, 'Options: --project ID, --dry-run, --remove-orphans')
  const { projectId, algolia } = await reindexTarget(process.env, argv)
  stdout.write(`Threads of ${projectId}, index ${algolia.index} of ${algolia.appId}\n`)
  const deps = {
    clock: systemClock,
    threads: threads(firestoreByEnvironment(getFirestore(initializeApp({ projectId })))),
    index: algoliaSearchIndex(algolia),
    log: { info: remark, warn: remark, error: remark },
  }
  const onProgress: Parameters<typeof reindex>[1]['onProgress'] = (counts, total) =>
    show(progressLine(counts, total))
  return reindex(deps, { isDryRun, removesManyOrphans, onProgress })
}

/** What a person meets who runs this for the first time. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StackError) return error
  if (/default credentials/.test(error.message)) {
    return new StackError('No Google credentials.', 'Run: gcloud auth application-default login')
  }
  return new StackError(error.message)
}

try {
  const report = await run()
  live('')
  stdout.write(`${summary(report, isDryRun)}\n`)
  process.exitCode = report.failed + report.kept > 0 ? 1 : 0
} catch (error) {
  live('')
  stderr.write(`${describeError(explained(error))}\n`)
  process.exitCode = 1
}
