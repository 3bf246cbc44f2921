import { docsOf, ok } from '../docs.ts'
import { mapping, rate, room } from './examples.ts'
import { channelPath } from './shapes.ts'
import { body, handle, reply } from './write-mapping.ts'

const line = {
  otaRoomId: 586818903,
  otaRoomName: 'Double Room',
  otaRateId: 15011,
  otaRateName: 'Standard Rate',
  occupancy: 2,
  ratePlanId: 'double-standard',
  ratePlanName: 'Standard',
  primary: true,
}

export const docs = docsOf(handle, 'writeMapping', 'Write a reviewed mapping', {
  description:
    'Replaces the whole mapping. `version` is the one that was read. Rows may carry back what was read beside the choice; that is not looked at. With `preview` it only says what would change. The body may have 1 MiB.',
  params: channelPath,
  body: { schema: body, example: { version: 1, rooms: [room], ratePlans: [rate], finalize: true } },
  answers: ok('It is written; with `preview` only the difference.', reply, {
    version: 2,
    mappingStatus: 'finalized',
    mapping,
    difference: { added: [line], removed: [], changed: [], unchanged: 0 },
    replayed: false,
  }),
  codes: [
    'property-not-found',
    'channel-not-found',
    'channel-manager-connection-missing',
    'connection-in-progress',
    'mapping-changed',
    'property-incomplete',
    'mapping-failed',
    'provider-timeout',
  ],
})
