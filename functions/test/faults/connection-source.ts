import { pathToFileURL } from 'node:url'
import type * as ledger from '../../src/adapters/billing/ledger.ts'
import type * as channelManager from '../../src/adapters/channel-manager/channel-manager.ts'
import type * as connectionStore from '../../src/adapters/firestore/connection-store.ts'
import type * as outbox from '../../src/adapters/firestore/outbox.ts'
import type * as sendgrid from '../../src/adapters/sendgrid/mailer.ts'
import type * as system from '../../src/adapters/system.ts'
import type * as connectProperty from '../../src/lib/connection/connect-property.ts'
import type * as mapOffer from '../../src/lib/connection/mapping/map-offer.ts'
import type * as sweepConnections from '../../src/triggers/sweep-connections.ts'
import type * as sweeps from '../../src/triggers/sweeps.ts'

/** The parts of the source that a connection's world is made of, from one root. */
export async function loadConnectionSource(root: string) {
  const load = <T>(path: string): Promise<T> =>
    import(/* @vite-ignore */ pathToFileURL(`${root}/${path}`).href)
  return {
    ...(await load<typeof system>('adapters/system.ts')),
    ...(await load<typeof ledger>('adapters/billing/ledger.ts')),
    ...(await load<typeof channelManager>('adapters/channel-manager/channel-manager.ts')),
    ...(await load<typeof connectionStore>('adapters/firestore/connection-store.ts')),
    ...(await load<typeof outbox>('adapters/firestore/outbox.ts')),
    ...(await load<typeof sendgrid>('adapters/sendgrid/mailer.ts')),
    ...(await load<typeof connectProperty>('lib/connection/connect-property.ts')),
    ...(await load<typeof mapOffer>('lib/connection/mapping/map-offer.ts')),
    ...(await load<typeof sweepConnections>('triggers/sweep-connections.ts')),
    ...(await load<typeof sweeps>('triggers/sweeps.ts')),
  }
}

export type ConnectionSource = Awaited<ReturnType<typeof loadConnectionSource>>
