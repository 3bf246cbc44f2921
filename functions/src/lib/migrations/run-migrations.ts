import * as z from 'zod'
import type { Checkpoints, Round } from '../checkpoints.ts'
import { type Commit, change, resolvedAs } from '../durable/change.ts'
import { inParallel } from '../in-parallel.ts'
import type { Clock, Revision, Versioned } from '../ports.ts'
import { type Fields, type Migration, type Patch, patchOf } from './migration.ts'

const storedReach = z.object({
  /** The version that everything stored has reached. */
  reached: z.number().int().nonnegative(),
  /** Of the migration after that: the path of the last document it has dealt with, and how many it could not migrate. */
  after: z.string().optional(),
  failed: z.number().int().nonnegative().optional(),
  startedAt: z.date().optional(),
})
type Reach = z.infer<typeof storedReach>

/** `checkpoints/migrations`. */
export const migrationRound: Round<Reach> = { name: 'migrations', schema: storedReach }

export interface StoredDocument extends Versioned<Fields> {
  path: string
}

/** Documents of any kind. Each call is one round trip. */
export interface Documents {
  /** Those of a collection wherever it stands, in the order of their paths. */
  page(collection: string, after: string | undefined, limit: number): Promise<StoredDocument[]>
  read(path: string): Promise<Versioned<Fields> | undefined>
  /** Only if it still is as it was read. */
  write(path: string, revision: Revision, patch: Patch): Promise<Commit<Revision>>
}

export interface MigrationDeps {
  clock: Clock
  checkpoints: Checkpoints
  documents: Documents
  /** The store itself failed, for now. */
  isStoreTrouble(error: unknown): boolean
  /** Progress, for people. */
  tell(line: string): void
}

/** What a migration came to in this run; `failed` counts those of a run before it that was cut off, too. */
export interface Migrated {
  name: string
  documents: number
  changed: number
  failed: number
}

interface Plan {
  migrations: readonly Migration[]
  /** Reads and counts, and writes nothing. */
  isDryRun: boolean
  pageSize?: number
}

/** Documents that are written at once. */
const width = 10

/** The first migration that has not ended. */
const nextOf = (migrations: readonly Migration[], reach: Reach | undefined): Migration | undefined =>
  migrations.find(({ schemaVersion }) => schemaVersion > (reach?.reached ?? 0))

/** Whether there is anything to do. One read. */
export const hasMigrations = async (
  { checkpoints }: Pick<MigrationDeps, 'checkpoints'>,
  migrations: readonly Migration[],
): Promise<boolean> => nextOf(migrations, (await checkpoints.read(migrationRound))?.value) !== undefined

/**
 * Runs the migrations that have not ended, one after another, page by page, and goes on where a run before it stopped.
 * Safe to repeat, and beside another run: every document is written as it was read, and one that is as it should be is
 * left alone. What cannot be migrated is told and counted, holds up no other document, and keeps its migration from
 * ending: the next run looks at all of that collection again.
 */
export async function runMigrations(
  deps: MigrationDeps,
  { migrations, isDryRun, pageSize = 200 }: Plan,
): Promise<Migrated[]> {
  const { checkpoints, clock, documents, tell } = deps
  const report = new Map<Migration, Migrated>()
  let stored: { value: Reach; revision?: Revision } | undefined = await checkpoints.read(migrationRound)
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
    const place: Reach = isOver
      ? { ...began, reached: told.failed === 0 ? migration.schemaVersion : before.reached }
      : {
          reached: before.reached,
          after: page.at(-1)?.path,
          failed: told.failed,
          startedAt: before.startedAt ?? clock.now(),
        }
    const ended = isDryRun ? undefined : await checkpoints.write(migrationRound, place, stored?.revision)
    // Somebody else has come further, or the answer was lost: what is stored says where to go on.
    if (ended === 'unresolved') stored = await checkpoints.read(migrationRound)
    else stored = { value: place, ...(ended && { revision: ended.result }) }
    if (isOver && told.failed > 0) return [...report.values()]
  }
}

/** The place of a migration at its start. */
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
      if (deps.isStoreTrouble(error)) throw error
      failed += 1
      deps.tell(
        `${document.path} could not be migrated: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  })
  return { changed, failed }
}

/** Whether that was news, or would be. */
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
