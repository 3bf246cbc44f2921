import { parseArgs } from 'node:util'
import { algoliaIndex } from '../functions/src/adapters/algolia/search-index.ts'
import { firestoreWith } from '../functions/src/adapters/firestore/sdk.ts'
import { store } from '../functions/src/adapters/firestore/store.ts'
import { systemClock } from '../functions/src/adapters/system.ts'
import type { Drift } from '../functions/src/lib/chat/search/drift.ts'
import { type ReindexReport, reindex } from '../functions/src/lib/chat/search/reindex.ts'
import { namesOf } from '../functions/src/lib/record-of.ts'
import { openProject } from './ops/target.ts'
import { algoliaAccess } from './ops/vendors.ts'
import { columns } from './stack/columns.ts'
import { asCommand } from './stack/errors.ts'

// `npm run reindex [-- --project ID] [--dry-run] [--remove-orphans]`: brings the search index in line with the threads.

const meanings = {
  missing: 'thread without a record',
  behind: 'record older than its thread',
  different: 'same version, other content',
  ahead: 'record newer than its thread',
  orphaned: 'record without a thread',
} satisfies Record<Drift, string>

function remark(event: string, { threadId, records, error }: Record<string, unknown> = {}): void {
  const what = threadId ?? `${records} records`
  console.error(`! ${event}: ${what}: ${error instanceof Error ? error.message : String(error)}`)
}

function summary(report: ReindexReport, isDryRun: boolean): string {
  const { threads: compared, leftovers, setUp, repaired, failed } = report
  const rows = namesOf(meanings).map(kind => [`  ${kind}`, String(report[kind]), meanings[kind]])
  const found = rows.filter(([, count]) => count !== '0')
  return [
    `${compared} threads compared${found.length > 0 ? ':' : ', every record is as it should be'}`,
    columns(found),
    leftovers > 0 &&
      `${leftovers} records without a thread are too many: is this the right index? Then add --remove-orphans.`,
    setUp && `The index ${isDryRun ? 'lacks' : 'got'} the settings that the code needs.`,
    `${isDryRun ? 'Dry run, nothing was changed' : `${repaired} repaired`}, ${failed} failed.`,
  ]
    .filter(Boolean)
    .join('\n')
}

await asCommand(async () => {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: { project: { type: 'string' }, 'dry-run': flag, 'remove-orphans': flag },
  })
  const isDryRun = values['dry-run']
  const algolia = algoliaAccess(process.env, values.project)
  const { id, sdk } = await openProject(values.project)
  console.log(`Threads of ${id}, index ${algolia.index} of ${algolia.appId}`)
  const deps = {
    clock: systemClock,
    store: store(firestoreWith(sdk)),
    index: algoliaIndex(algolia),
    log: { info: remark, warn: remark, error: remark },
  }
  const report = await reindex(deps, {
    isDryRun,
    removesManyOrphans: values['remove-orphans'],
    onProgress: (counts, total) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${counts.threads} of ${total} threads\r`)
    },
  })
  console.log(summary(report, isDryRun))
  process.exitCode = report.failed + report.leftovers > 0 ? 1 : 0
})
