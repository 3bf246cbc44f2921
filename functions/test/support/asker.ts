import type { Actor } from '../../src/lib/actor.ts'
import type { Context } from '../../src/lib/context.ts'
import type { UserStatus } from '../../src/lib/roles/user-status.ts'
import { uniqueId } from './stack.ts'

/** A user of operations, and a sign-in service that answers by `records`. */
export function operationsAsker() {
  const asker: Actor = {
    uid: uniqueId('olivia'),
    role: 'operations',
    origin: { ipAddress: '203.0.113.7', userAgent: 'test' },
  }
  const records = new Map<string, UserStatus>([
    [asker.uid, { role: 'operations', isDisabled: false, validSince: 0 }],
  ])
  const userRecords: Context['userRecords'] = {
    find: async uids => new Map([...records].filter(([uid]) => uids.includes(uid))),
    page: async () => ({ users: records, next: undefined }),
  }
  return { asker, records, userRecords }
}
