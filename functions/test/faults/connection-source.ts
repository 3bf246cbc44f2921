import { pathToFileURL } from 'node:url'
import type * as composition from '../../src/composition.ts'
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
    ...(await load<typeof composition>('composition.ts')),
    ...(await load<typeof connectProperty>('lib/connection/connect-property.ts')),
    ...(await load<typeof disconnectChannel>('lib/connection/channels/disconnect-channel.ts')),
    ...(await load<typeof writeMapping>('lib/connection/review/write-mapping.ts')),
    ...(await load<typeof loadReservations>('lib/reservations/load-reservations.ts')),
    ...(await load<typeof receiveBookings>('lib/reservations/receive-bookings.ts')),
    ...(await load<typeof sweeps>('triggers/sweeps.ts')),
  }
}

export type ConnectionSource = Awaited<ReturnType<typeof loadConnectionSource>>
