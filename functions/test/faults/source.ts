import { pathToFileURL } from 'node:url'
import type * as composition from '../../src/composition.ts'
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
    ...(await load<typeof composition>('composition.ts')),
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
