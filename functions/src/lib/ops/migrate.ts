import type { Actor } from '../actor.ts'
import { attest } from '../audit.ts'
import { amend } from '../durable/amend.ts'
import { inParallel } from '../in-parallel.ts'
import { pagesOf, type StoredDocument } from '../store.ts'
import type { OpsContext } from './context.ts'
import { changeOf, documentAt } from './documents.ts'
import { type Migration, migrations } from './migrations.ts'

const pageSize = 200
const width = 10

type Deps = Pick<OpsContext, 'auditLog' | 'clock' | 'ids' | 'log' | 'store' | 'tell'>

interface Migrated {
  name: string
  documents: number
  changed: number
}

interface Plan {
  isDryRun: boolean
  list?: readonly Migration[]
}

/** Safe to repeat, interrupt and run twice at once: each write is conditional. */
export async function migrate(
  context: Deps,
  actor: Actor,
  { isDryRun, list = migrations }: Plan,
): Promise<Migrated[]> {
  const ran: Migrated[] = []
  for (const migration of list) {
    const { name, query } = migration
    const counts = { name, documents: 0, changed: 0 }
    for await (const page of pagesOf(context.store, query, pageSize)) {
      counts.documents += page.length
      await inParallel(width, page, async document => {
        if (await migrateDocument(context, migration, document, isDryRun)) counts.changed += 1
      })
    }
    context.tell(
      `${name}: ${counts.documents} looked at, ${counts.changed} ${isDryRun ? 'to change' : 'changed'}`,
    )
    ran.push(counts)
  }
  const changed = ran.reduce((sum, one) => sum + one.changed, 0)
  if (changed > 0 && !isDryRun)
    await attest(context, actor, {
      action: 'ops.migrate',
      targetType: 'database',
      targetId: 'all',
      metadata: { changed },
    })
  return ran
}

const migrateDocument = (
  deps: Deps,
  { migrate: patchOf }: Migration,
  document: StoredDocument,
  isDryRun: boolean,
): Promise<boolean> =>
  amend(deps, {
    read: { stored: documentAt(document.path) },
    first: { stored: document },
    decide({ stored }) {
      const patch = stored && patchOf(stored.value, deps.clock.now())
      return { writes: patch && !isDryRun ? changeOf(stored, patch) : [], result: patch !== undefined }
    },
  })
