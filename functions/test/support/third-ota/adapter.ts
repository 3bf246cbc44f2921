import type { Adapter } from '../../../../sandbox/src/channel-manager/adapters.ts'

/** The third OTA at the channel manager of the sandbox. */
export const expediaAdapter: Adapter = {
  code: 'Expedia',
  title: 'Expedia',
  prefix: 'EXP',
  rateIds: 'text',
}
