import type { Firestore } from 'firebase-admin/firestore'
import { checkpoints } from '../../functions/src/adapters/firestore/checkpoints.ts'
import { auditLog } from '../../functions/src/adapters/firestore/company.ts'
import { isStoreTrouble } from '../../functions/src/adapters/firestore/failures.ts'
import { migrating } from '../../functions/src/adapters/firestore/migrating.ts'
import { systemClock } from '../../functions/src/adapters/system.ts'
import type { AuditEntry } from '../../functions/src/lib/audit.ts'
import { migrations } from '../../functions/src/lib/migrations/migrations.ts'
import { hasMigrations, runMigrations } from '../../functions/src/lib/migrations/run-migrations.ts'
import { schemaVersion } from '../../functions/src/lib/migrations/schema-version.ts'
import { firestoreByEnvironment } from '../firestore.ts'
import type { Entry } from './entry.ts'

/** `ops migrate`. Ends with code 1 when a document could not be migrated. */
export async function migrateStored(db: Firestore, dryRun: boolean, entry: Entry): Promise<object> {
  const firestore = firestoreByEnvironment(db)
  const deps = {
    ...{ clock: systemClock, checkpoints: checkpoints(firestore), documents: migrating(firestore) },
    ...{ isStoreTrouble, tell: (line: string) => console.log(line) },
  }
  const about = { schemaVersion, dryRun }
  if (!(await hasMigrations(deps, migrations))) {
    console.log('nothing to do')
    return { ...about, migrations: [] }
  }
  const log = auditLog(firestore)
  const told = (action: string, metadata: AuditEntry['metadata']) =>
    dryRun ? undefined : log.append(entry(action, 'database', 'all', { schemaVersion, ...metadata }))
  await told('ops.migrate-begun', {})
  const ran = await runMigrations(deps, { migrations, isDryRun: dryRun })
  const sum = (count: 'changed' | 'failed') => ran.reduce((all, one) => all + one[count], 0)
  await told('ops.migrate', { changed: sum('changed'), failed: sum('failed') })
  if (sum('failed') > 0) process.exitCode = 1
  return { ...about, migrations: ran }
}
