import { DomainError } from '../errors.ts'
import type { ChannelManager, ConnectionType } from './channel-manager.ts'
import { type OtaName, otas } from './otas.ts'

/** Tests the connection (specification A1, rule 2). Throws what is wrong, as far as the channel manager lets us know. */
export async function requireConnection(
  channelManager: ChannelManager,
  ota: OtaName,
  hotelId: string,
): Promise<void> {
  if (await channelManager.testConnection(ota, hotelId)) return
  const types = await channelManager.connectionTypes(ota, hotelId).catch(() => undefined)
  const waiting = types?.filter(type => !type.isActive) ?? []
  throw waiting.length > 0 ? setupIncomplete(ota, waiting) : testFailed(ota)
}

const testFailed = (ota: OtaName): DomainError =>
  new DomainError('connection-test-failed', `${otas[ota].label} does not answer for this property ID.`, {
    nextAction:
      'Check the property ID: copy it exactly from the extranet. If it is right, select the channel manager there under Account, Connectivity Provider.',
  })

function setupIncomplete(ota: OtaName, waiting: readonly ConnectionType[]): DomainError {
  const seen = waiting.map(type => `${type.name}: ${type.status}`).join(', ')
  return new DomainError(
    'ota-setup-incomplete',
    `The set-up at ${otas[ota].label} is not finished (${seen}).`,
    {
      nextAction:
        'In the extranet open Account, Connectivity Provider, accept the XML Service Agreement, wait for the channel manager to accept, then try again.',
    },
  )
}
