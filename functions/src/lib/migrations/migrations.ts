import { systemActorId } from '../commit-extras.ts'
import type { Migration } from './run-migrations.ts'

const formerKinds: readonly unknown[] = ['channel-inactive', 'channel-removal-planned']

/** Every migration, in order. Append the next one and raise `schemaVersion` to its number. */
export const migrations: readonly Migration[] = [
  {
    name: 'first shapes (changes nothing)',
    schemaVersion: 1,
    collection: 'threads',
    migrate: () => undefined,
  },
  {
    name: 'items about a channel that is off or will be removed have other kinds; the watch opens them anew',
    schemaVersion: 2,
    collection: 'items',
    migrate: fields =>
      fields.status === 'open' && formerKinds.includes(fields.kind)
        ? { ...fields, status: 'resolved', resolvedBy: systemActorId, resolvedAt: new Date() }
        : undefined,
  },
]
