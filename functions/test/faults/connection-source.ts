import { pathToFileURL } from 'node:url'
import type * as ledger from '../../src/adapters/billing/ledger.ts'
import type * as ledgerEnding from '../../src/adapters/billing/ledger-ending.ts'
import type * as bookings from '../../src/adapters/channel-manager/bookings.ts'
import type * as channelManager from '../../src/adapters/channel-manager/channel-manager.ts'
import type * as channelEvents from '../../src/adapters/channel-manager/events.ts'
import type * as webhooks from '../../src/adapters/channel-manager/webhooks.ts'
import type * as auditLog from '../../src/adapters/firestore/audit-log.ts'
import type * as channelStore from '../../src/adapters/firestore/channel-store.ts'
import type * as connections from '../../src/adapters/firestore/connections.ts'
import type * as items from '../../src/adapters/firestore/item-store.ts'
import type * as outbox from '../../src/adapters/firestore/outbox.ts'
import type * as properties from '../../src/adapters/firestore/properties.ts'
import type * as pulls from '../../src/adapters/firestore/reservation-pulls.ts'
import type * as reservationStore from '../../src/adapters/firestore/reservation-store.ts'
import type * as watchStore from '../../src/adapters/firestore/watch-store.ts'
import type * as sendgrid from '../../src/adapters/sendgrid/mailer.ts'
import type * as system from '../../src/adapters/system.ts'
import type * as disconnectChannel from '../../src/lib/connection/channels/disconnect-channel.ts'
import type * as connectProperty from '../../src/lib/connection/connect-property.ts'
import type * as writeMapping from '../../src/lib/connection/review/write-mapping.ts'
import type * as loadReservations from '../../src/lib/reservations/load-reservations.ts'
import type * as receiveBookings from '../../src/lib/reservations/receive-bookings.ts'
import type * as sweeps from '../../src/triggers/sweeps.ts'

/** The parts of the source that a connection's world is made of, from one root. */
export async function loadConnectionSource(root: string) {
  const load = <T>(path: string): Promise<T> =>
    import(/* @vite-ignore */ pathToFileURL(`${root}/${path}`).href)
  return {
    ...(await load<typeof system>('adapters/system.ts')),
    ...(await load<typeof ledger>('adapters/billing/ledger.ts')),
    ...(await load<typeof channelManager>('adapters/channel-manager/channel-manager.ts')),
    ...(await load<typeof connections>('adapters/firestore/connections.ts')),
    ...(await load<typeof properties>('adapters/firestore/properties.ts')),
    ...(await load<typeof items>('adapters/firestore/item-store.ts')),
    ...(await load<typeof outbox>('adapters/firestore/outbox.ts')),
    ...(await load<typeof sendgrid>('adapters/sendgrid/mailer.ts')),
    ...(await load<typeof connectProperty>('lib/connection/connect-property.ts')),
    ...(await load<typeof ledgerEnding>('adapters/billing/ledger-ending.ts')),
    ...(await load<typeof bookings>('adapters/channel-manager/bookings.ts')),
    ...(await load<typeof channelEvents>('adapters/channel-manager/events.ts')),
    ...(await load<typeof webhooks>('adapters/channel-manager/webhooks.ts')),
    ...(await load<typeof auditLog>('adapters/firestore/audit-log.ts')),
    ...(await load<typeof channelStore>('adapters/firestore/channel-store.ts')),
    ...(await load<typeof pulls>('adapters/firestore/reservation-pulls.ts')),
    ...(await load<typeof reservationStore>('adapters/firestore/reservation-store.ts')),
    ...(await load<typeof watchStore>('adapters/firestore/watch-store.ts')),
    ...(await load<typeof disconnectChannel>('lib/connection/channels/disconnect-channel.ts')),
    ...(await load<typeof writeMapping>('lib/connection/review/write-mapping.ts')),
    ...(await load<typeof loadReservations>('lib/reservations/load-reservations.ts')),
    ...(await load<typeof receiveBookings>('lib/reservations/receive-bookings.ts')),
    ...(await load<typeof sweeps>('triggers/sweeps.ts')),
  }
}

export type ConnectionSource = Awaited<ReturnType<typeof loadConnectionSource>>
