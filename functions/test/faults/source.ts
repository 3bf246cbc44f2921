import { pathToFileURL } from 'node:url'
import type * as algolia from '../../src/adapters/algolia/thread-index.ts'
import type * as auditLog from '../../src/adapters/firestore/audit-log.ts'
import type * as checkpoints from '../../src/adapters/firestore/checkpoints.ts'
import type * as guests from '../../src/adapters/firestore/guest-queries.ts'
import type * as items from '../../src/adapters/firestore/item-store.ts'
import type * as messages from '../../src/adapters/firestore/messages.ts'
import type * as outbox from '../../src/adapters/firestore/outbox.ts'
import type * as threads from '../../src/adapters/firestore/threads.ts'
import type * as inbound from '../../src/adapters/firestore/triage.ts'
import type * as guestPlatform from '../../src/adapters/guest-platform/guest-platform.ts'
import type * as sendgrid from '../../src/adapters/sendgrid/mailer.ts'
import type * as system from '../../src/adapters/system.ts'
import type * as inboundLog from '../../src/adapters/twilio/inbound-log.ts'
import type * as messenger from '../../src/adapters/twilio/messenger.ts'
import type * as reportStatus from '../../src/lib/chat/delivery/report-status.ts'
import type * as retryMessage from '../../src/lib/chat/delivery/retry-message.ts'
import type * as receiveMessage from '../../src/lib/chat/inbound/receive-message.ts'
import type * as createMessage from '../../src/lib/chat/posting/create-message.ts'
import type * as markRead from '../../src/lib/chat/reading/mark-read.ts'
import type * as threadRecord from '../../src/lib/chat/search/thread-record.ts'
import type * as emailCreated from '../../src/triggers/email-created.ts'
import type * as messageCreated from '../../src/triggers/message-created.ts'
import type * as sweeps from '../../src/triggers/sweeps.ts'
import type * as threadWritten from '../../src/triggers/thread-written.ts'

/** `functions/src`, or a copy of it with something broken in it. */
export const realSource = new URL('../../src', import.meta.url).pathname

/** The parts of the source that a world is made of. All come from one root, so that they know each other's errors. */
export async function loadSource(root: string) {
  const load = <T>(path: string): Promise<T> =>
    import(/* @vite-ignore */ pathToFileURL(`${root}/${path}`).href)
  return {
    ...(await load<typeof system>('adapters/system.ts')),
    ...(await load<typeof algolia>('adapters/algolia/thread-index.ts')),
    ...(await load<typeof auditLog>('adapters/firestore/audit-log.ts')),
    ...(await load<typeof messages>('adapters/firestore/messages.ts')),
    ...(await load<typeof checkpoints>('adapters/firestore/checkpoints.ts')),
    ...(await load<typeof guests>('adapters/firestore/guest-queries.ts')),
    ...(await load<typeof items>('adapters/firestore/item-store.ts')),
    ...(await load<typeof inbound>('adapters/firestore/triage.ts')),
    ...(await load<typeof outbox>('adapters/firestore/outbox.ts')),
    ...(await load<typeof threads>('adapters/firestore/threads.ts')),
    ...(await load<typeof guestPlatform>('adapters/guest-platform/guest-platform.ts')),
    ...(await load<typeof sendgrid>('adapters/sendgrid/mailer.ts')),
    ...(await load<typeof inboundLog>('adapters/twilio/inbound-log.ts')),
    ...(await load<typeof messenger>('adapters/twilio/messenger.ts')),
    ...(await load<typeof createMessage>('lib/chat/posting/create-message.ts')),
    ...(await load<typeof threadRecord>('lib/chat/search/thread-record.ts')),
    ...(await load<typeof reportStatus>('lib/chat/delivery/report-status.ts')),
    ...(await load<typeof retryMessage>('lib/chat/delivery/retry-message.ts')),
    ...(await load<typeof markRead>('lib/chat/reading/mark-read.ts')),
    ...(await load<typeof receiveMessage>('lib/chat/inbound/receive-message.ts')),
    ...(await load<typeof emailCreated>('triggers/email-created.ts')),
    ...(await load<typeof messageCreated>('triggers/message-created.ts')),
    ...(await load<typeof sweeps>('triggers/sweeps.ts')),
    ...(await load<typeof threadWritten>('triggers/thread-written.ts')),
  }
}

export type Source = Awaited<ReturnType<typeof loadSource>>
