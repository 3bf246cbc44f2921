import type { Actor } from '../actor.ts'
import { attest } from '../audit.ts'
import type { Patch, StoredDocument } from '../documents.ts'
import { change, resolvedAs } from '../durable/change.ts'
import { inParallel } from '../in-parallel.ts'
import type { OpsContext } from './context.ts'
import { type Migration, migrations } from './migrations.ts'

const pageSize = 200
/** Documents that are written at once. */
const width = 10

interface Migrated {
  name: string
  documents: number
  changed: number
}

interface Plan {
  /** Reads and counts, but writes nothing. */
  isDryRun: boolean
  list?: readonly Migration[]
}

/**
 * Brings what is stored to the shapes of this release, with an audit entry where something changed. Safe to repeat, to
 * interrupt and to run twice at once: each write is conditional, and a document of the new shape is left alone.
 */
export async function migrate(
  context: Pick<OpsContext, 'auditLog' | 'clock' | 'documents' | 'ids' | 'log' | 'tell'>,
  actor: Actor,
  { isDryRun, list = migrations }: Plan,
): Promise<Migrated[]> {
  const ran: Migrated[] = []
  for (const migration of list) {
    const { name, query } = migration
    const counts = { name, documents: 0, changed: 0 }
    for await (const page of context.documents.pages(query, pageSize)) {
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

/** Whether it was changed, or would be. */
const migrateDocument = (
  { clock, documents }: Pick<OpsContext, 'clock' | 'documents'>,
  { migrate: patchOf }: Migration,
  known: StoredDocument,
  isDryRun: boolean,
): Promise<boolean> =>
  change<StoredDocument | undefined, Patch, boolean>(
    { clock },
    {
      read: () => documents.read(known.path),
      decide: stored => {
        const patch = stored && patchOf(stored.value, clock.now())
        return patch && !isDryRun ? { write: patch } : { result: patch !== undefined }
      },
      commit: async (patch, stored) =>
        stored ? resolvedAs(await documents.write(stored.path, stored.revision, patch), true) : 'unresolved',
    },
    { known },
  )
