import { userInfo } from 'node:os'
import type { Firestore } from 'firebase-admin/firestore'
import { firestoreWith } from '../../functions/src/adapters/firestore/sdk.ts'
import { store } from '../../functions/src/adapters/firestore/store.ts'
import { vendorOf } from '../../functions/src/adapters/lane-vendors.ts'
import { logger, randomIds, systemClock } from '../../functions/src/adapters/system.ts'
import type { Actor } from '../../functions/src/lib/actor.ts'
import { countingRefusals } from '../../functions/src/lib/audit-counting.ts'
import { ledger } from '../../functions/src/lib/billing/ledger.ts'
import type { OpsContext } from '../../functions/src/lib/ops/context.ts'
import { parseRetention } from '../../functions/src/lib/retention.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { channelManagerAccess } from './vendors.ts'

/** The person's name in the audit log and on items. */
export const person = userInfo().username
export const actor: Actor = {
  uid: `ops:${person}`,
  role: 'operations',
  origin: { ipAddress: '', userAgent: 'npm run ops' },
}

/** Everything that the verbs of `lib/ops` are given. */
export function opsContext(sdk: Firestore, project: string | undefined): OpsContext {
  const db = firestoreWith(sdk)
  return {
    clock: systemClock,
    ids: randomIds,
    log: logger,
    tell: line => console.log(line),
    auditLog: countingRefusals({ log: logger, store: store(db) }, () => 0),
    store: store(db),
    billing: ledger({ store: store(db), clock: systemClock }),
    vendorOf,
    retention: parseRetention(''),
    dueKinds,
    // Loads a client that no other command needs.
    async feed() {
      const { bookingFeed } = await import('../../functions/src/adapters/channel-manager/bookings.ts')
      return bookingFeed(channelManagerAccess(process.env, project))
    },
  }
}
