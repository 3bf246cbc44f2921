import type { Migration } from './migration.ts'

/** Every migration, in order. The next one stands at the end, and `schemaVersion` goes up to its number. */
export const migrations: readonly Migration[] = [
  {
    name: 'first shapes (changes nothing)',
    schemaVersion: 1,
    collection: 'threads',
    migrate: () => undefined,
  },
]
