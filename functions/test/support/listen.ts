import { once } from 'node:events'
import type { Server } from 'node:http'

/** Has a server listen on a free port of this machine; returns the port. */
export async function listen(server: Server): Promise<number> {
  // The end of an idle connection would race with a client's next request on a busy machine.
  server.keepAliveTimeout = 120_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address === 'object' && address) return address.port
  throw new Error('the server does not listen')
}
