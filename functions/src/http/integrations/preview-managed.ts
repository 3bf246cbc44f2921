import * as z from 'zod'
import { type Preview, previewManaged } from '../../lib/connection/properties/take-over.ts'
import { orInOurWords } from '../../lib/connection/rejections.ts'
import { ok } from '../docs.ts'
import { idIn, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { changes, exampleChanges, exampleId, exampleRoom, rooms } from './managed-shapes.ts'

export const reply = replyOf<Preview>()(
  z
    .object({
      channelManagerId: z.string(),
      title: z.string(),
      propertyId: z.string().nullable(),
      landlordId: z.string().nullable(),
      ...{ rooms, changes },
    })
    .meta({ id: 'ManagedProperty' }),
)

export const previewManagedRoute = route({
  method: 'GET',
  path: '/api/channel-manager/properties/:id',
  access: 'operations',
  answer({ context, params }) {
    return orInOurWords(previewManaged(context, idIn(params)))
  },
  docs: () => ({
    id: 'previewManagedProperty',
    summary: 'See what taking over a property would store',
    answers: ok('Its rooms and rate plans, and what differs from what is stored.', reply, {
      ...{
        channelManagerId: exampleId,
        title: 'Harbour View Guesthouse',
        propertyId: null,
        landlordId: null,
      },
      rooms: [exampleRoom],
      changes: exampleChanges,
    }),
    codes: ['property-incomplete', 'provider-timeout'],
  }),
})
