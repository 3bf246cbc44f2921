import type { Migration } from './run-migrations.ts'

/** Every migration, in order. Append the next one and raise `schemaVersion` to its number. */
export const migrations: readonly Migration[] = [
  {
    name: 'first shapes (changes nothing)',
    schemaVersion: 1,
    collection: 'threads',
    migrate: () => undefined,
  },
]
