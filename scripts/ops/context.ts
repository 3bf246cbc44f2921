import { userInfo } from 'node:os'
import type { Firestore } from 'firebase-admin/firestore'
import { auditLog } from '../../functions/src/adapters/firestore/commit-extras.ts'
import { documents } from '../../functions/src/adapters/firestore/documents.ts'
import { dueWork } from '../../functions/src/adapters/firestore/due-queries.ts'
import { guests } from '../../functions/src/adapters/firestore/guest-queries.ts'
import { items } from '../../functions/src/adapters/firestore/items.ts'
import { ledgerBilling } from '../../functions/src/adapters/firestore/ledger.ts'
import { messages } from '../../functions/src/adapters/firestore/messages.ts'
import { operations } from '../../functions/src/adapters/firestore/operations.ts'
import { optOuts } from '../../functions/src/adapters/firestore/opt-outs.ts'
import { noCaps } from '../../functions/src/adapters/firestore/spending.ts'
import { threads } from '../../functions/src/adapters/firestore/threads.ts'
import { logger, randomIds, systemClock } from '../../functions/src/adapters/system.ts'
import type { Actor } from '../../functions/src/lib/actor.ts'
import type { OpsContext } from '../../functions/src/lib/ops/context.ts'
import { parseRetention } from '../../functions/src/lib/retention.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { firestoreByEnvironment } from '../firestore.ts'
import { channelManagerAccess } from './vendors.ts'

/** Who does it, in the audit log and on items. */
export const person = userInfo().username
export const actor: Actor = {
  uid: `ops:${person}`,
  role: 'operations',
  origin: { ipAddress: '', userAgent: 'npm run ops' },
}

/** Everything that the verbs of `lib/ops` are given. */
export function opsContext(sdk: Firestore, project: string | undefined): OpsContext {
  const db = firestoreByEnvironment(sdk)
  return {
    ...{ clock: systemClock, ids: randomIds, log: logger },
    tell: line => console.log(line),
    auditLog: auditLog(db),
    documents: documents(db),
    due: dueWork(db),
    guests: guests(db, () => []),
    items: items(db),
    billing: ledgerBilling(db, systemClock),
    messages: messages(db, logger),
    operations: operations(db, systemClock, { spendCaps: noCaps, answerWithinMinutes: () => 60 }),
    optOutsBy: keys => optOuts(db, () => keys),
    threads: threads(db),
    retention: parseRetention(''),
    dueKinds,
    // With a client that no other command waits for.
    async feed() {
      const { bookingFeed } = await import('../../functions/src/adapters/channel-manager/bookings.ts')
      return bookingFeed(channelManagerAccess(process.env, project))
    },
  }
}
