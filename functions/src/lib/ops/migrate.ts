import type { Actor } from '../actor.ts'
import { type AuditEntry, attest } from '../audit.ts'
import { migrations } from '../migrations/migrations.ts'
import { hasMigrations, type Migrated, runMigrations } from '../migrations/run-migrations.ts'
import { schemaVersion } from '../migrations/schema-version.ts'
import type { OpsContext } from './context.ts'

/** Brings what is stored to the shapes of this release, between two audit entries. */
export async function migrate(context: OpsContext, actor: Actor, isDryRun: boolean): Promise<Migrated[]> {
  const deps = { ...context, checkpoints: context.operations }
  if (!(await hasMigrations(deps, migrations))) return []
  const told = async (action: string, metadata: AuditEntry['metadata']) => {
    if (isDryRun) return
    const about = { action, targetType: 'database', targetId: 'all' }
    await attest(deps, actor, { ...about, metadata: { schemaVersion, ...metadata } })
  }
  await told('ops.migrate-begun', {})
  const ran = await runMigrations(deps, { migrations, isDryRun })
  const sum = (count: 'changed' | 'failed') => ran.reduce((all, one) => all + one[count], 0)
  await told('ops.migrate', { changed: sum('changed'), failed: sum('failed') })
  return ran
}
