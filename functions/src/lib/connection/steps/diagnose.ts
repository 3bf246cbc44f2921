import { DomainError } from '../../errors.ts'
import type { ChannelManager, ConnectionType } from '../channel-manager.ts'
import type { Ota } from '../otas/ota.ts'
import { type OtaName, otas } from '../otas.ts'

/** Specification A1, step 2. A failed test gives no reason; the connection types do. */
export async function requireConnection(
  channelManager: ChannelManager,
  ota: OtaName,
  hotelId: string,
): Promise<void> {
  if (await channelManager.testConnection(ota, hotelId)) return
  const types = await channelManager.connectionTypes(ota, hotelId).catch(() => 'no answer' as const)
  throw diagnosis(otas[ota], types)
}

/** `types`: undefined for an unknown hotel. */
export function diagnosis(
  { label, setUp }: Pick<Ota, 'label' | 'setUp'>,
  types: readonly ConnectionType[] | 'no answer' | undefined,
): DomainError {
  const problem = (
    code: 'connection-test-failed' | 'ota-setup-incomplete',
    detail: string,
    nextAction: string,
  ) => new DomainError(code, detail, { nextAction })
  if (types === undefined)
    return problem('connection-test-failed', `${label} does not answer for this property ID.`, setUp.unknown)
  if (types === 'no answer')
    return problem(
      'connection-test-failed',
      `${label} does not answer for this property ID, and the channel manager could not be asked why.`,
      'Try again in a few minutes to learn more. Meanwhile check the property ID: copy it exactly from the extranet.',
    )
  const waiting = types.filter(type => !type.isActive)
  if (waiting.length === 0)
    return problem(
      'connection-test-failed',
      `The connection test fails although the set-up at ${label} is finished.`,
      'Check that the property ID is the one of this property. If it is, wait a few minutes and try again; if it stays so, ask the support of the channel manager.',
    )
  if (waiting.length === types.length)
    return problem(
      'ota-setup-incomplete',
      `The set-up at ${label} is not finished (${listed(waiting)}).`,
      setUp.unfinished,
    )
  return problem(
    'ota-setup-incomplete',
    `Some connection types at ${label} are not active (${listed(waiting)}).`,
    setUp.switchOn(waiting.map(({ name }) => name).join(', ')),
  )
}

const listed = (types: readonly ConnectionType[]): string =>
  types.map(({ name, status }) => `${name}: ${status}`).join(', ')
