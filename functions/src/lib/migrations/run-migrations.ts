import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Documents, Fields, Patch, StoredDocument } from '../documents.ts'
import { change, resolvedAs } from '../durable/change.ts'
import { inParallel } from '../in-parallel.ts'
import type { Clock, Revision, Versioned } from '../ports.ts'
import type { CheckpointKind, Checkpoints } from '../rounds/checkpoints.ts'

/** One change of stored shapes. */
export interface Migration {
  /** What it does, for people. */
  name: string
  /** The version it leads to: its predecessor's plus one. */
  schemaVersion: number
  /** The collection's name at any depth: `messages` are those of every thread. */
  collection: string
  /**
   * Pure. All fields in the new shape, or undefined if the document already has it, judged by its fields: new documents
   * do not carry a version. Errors are shown, so they name fields and never values.
   */
  migrate(fields: Fields): Fields | undefined
}

/** A migration's change of a document; undefined if none is needed. */
export function patchOf({ schemaVersion, migrate }: Migration, stored: Fields): Patch | undefined {
  const { schemaVersion: written, ...before } = stored
  if (typeof written === 'number' && written >= schemaVersion) return undefined
  const after = migrate(before)
  if (!after) return undefined
  const without = Object.keys(before).filter(name => !Object.hasOwn(after, name))
  const dotted = Object.keys(after).find(name => name.includes('.'))
  if (dotted !== undefined) throw new TypeError(`${dotted} would be written as a path`)
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name]))
  if (changed.length === 0 && without.length === 0) return undefined
  return { fields: { ...Object.fromEntries(changed), schemaVersion }, without }
}

const storedReach = z.object({
  /** The version that all documents have reached. */
  reached: z.number().int().nonnegative(),
  /** Progress of the next migration: the path of its last document, and how many failed. */
  after: z.string().optional(),
  failed: z.number().int().nonnegative().optional(),
  startedAt: z.date().optional(),
})
type Reach = z.infer<typeof storedReach>

/** `checkpoints/migrations`. */
export const migrationRound: CheckpointKind<Reach> = { name: 'migrations', schema: storedReach }

export interface MigrationDeps {
  clock: Clock
  checkpoints: Checkpoints
  documents: Pick<Documents, 'page' | 'read' | 'write'>
  /** Whether the store itself failed temporarily. */
  isTransientStoreError(error: unknown): boolean
  /** Progress, for people. */
  tell(line: string): void
}

/** The result of a migration in this run; `failed` includes those of an interrupted run before it. */
export interface Migrated {
  name: string
  documents: number
  changed: number
  failed: number
}

interface Plan {
  migrations: readonly Migration[]
  /** Reads and counts, but writes nothing. */
  isDryRun: boolean
  pageSize?: number
}

/** Documents written at once. */
const width = 10

/** The first unfinished migration. */
const nextOf = (migrations: readonly Migration[], reach: Reach | undefined): Migration | undefined =>
  migrations.find(({ schemaVersion }) => schemaVersion > (reach?.reached ?? 0))

/** Whether there is anything to do. One read. */
export const hasMigrations = async (
  { checkpoints }: Pick<MigrationDeps, 'checkpoints'>,
  migrations: readonly Migration[],
): Promise<boolean> => nextOf(migrations, (await checkpoints.checkpoint(migrationRound))?.value) !== undefined

/**
 * Runs the unfinished migrations one after another, page by page, and resumes where the last run stopped. Safe to
 * repeat and to run concurrently: writes are conditional, and a document in the new shape is left alone. A failure is
 * reported and counted without blocking other documents, and keeps its migration unfinished: the next run checks the
 * whole collection again.
 */
export async function runMigrations(
  deps: MigrationDeps,
  { migrations, isDryRun, pageSize = 200 }: Plan,
): Promise<Migrated[]> {
  const { checkpoints, clock, documents, tell } = deps
  const report = new Map<Migration, Migrated>()
  let stored: { value: Reach; revision?: Revision } | undefined = await checkpoints.checkpoint(migrationRound)
  for (;;) {
    const before = stored?.value ?? { reached: 0 }
    const migration = nextOf(migrations, before)
    if (!migration) return [...report.values()]
    const told = report.get(migration) ?? { name: migration.name, documents: 0, changed: 0, failed: 0 }
    report.set(migration, told)
    const page = await documents.page(migration.collection, before.after, pageSize)
    const { changed, failed } = await migratePage(deps, migration, page, isDryRun)
    told.documents += page.length
    told.changed += changed
    told.failed = (before.failed ?? 0) + failed
    tell(
      `${told.name}: ${told.documents} looked at, ${told.changed} ${isDryRun ? 'to change' : 'changed'}, ${told.failed} failed`,
    )
    const isOver = page.length < pageSize
    const cursor: Reach = isOver
      ? { ...began, reached: told.failed === 0 ? migration.schemaVersion : before.reached }
      : {
          reached: before.reached,
          after: page.at(-1)?.path,
          failed: told.failed,
          startedAt: before.startedAt ?? clock.now(),
        }
    const ended = isDryRun
      ? undefined
      : await checkpoints.saveCheckpoint(migrationRound, cursor, stored?.revision)
    // Another run is ahead, or the answer was lost: continue from the stored checkpoint.
    if (ended === 'unresolved') stored = await checkpoints.checkpoint(migrationRound)
    else stored = { value: cursor, ...(ended && { revision: ended.result }) }
    if (isOver && told.failed > 0) return [...report.values()]
  }
}

/** The checkpoint of a migration that has not begun. */
const began = { after: undefined, failed: undefined, startedAt: undefined }

async function migratePage(
  deps: MigrationDeps,
  migration: Migration,
  page: readonly StoredDocument[],
  isDryRun: boolean,
): Promise<Pick<Migrated, 'changed' | 'failed'>> {
  let [changed, failed] = [0, 0]
  await inParallel(width, page, async document => {
    try {
      if (await migrateDocument(deps, migration, document, isDryRun)) changed += 1
    } catch (error) {
      if (deps.isTransientStoreError(error)) throw error
      failed += 1
      deps.tell(
        `${document.path} could not be migrated: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  })
  return { changed, failed }
}

/** Whether it was changed, or would be. */
const migrateDocument = (
  { clock, documents }: MigrationDeps,
  migration: Migration,
  { path, ...known }: StoredDocument,
  isDryRun: boolean,
): Promise<boolean> =>
  change<Versioned<Fields> | undefined, Patch, boolean>(
    { clock },
    {
      read: () => documents.read(path),
      decide: stored => {
        const patch = stored && patchOf(migration, stored.value)
        return patch && !isDryRun ? { write: patch } : { result: patch !== undefined }
      },
      commit: async (patch, stored) =>
        stored ? resolvedAs(await documents.write(path, stored.revision, patch), true) : 'unresolved',
    },
    { known },
  )
