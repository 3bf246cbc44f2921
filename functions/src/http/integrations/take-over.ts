import * as z from 'zod'
import { type TakenOver, takeOver } from '../../lib/connection/properties/take-over.ts'
import { orInOurWords } from '../../lib/connection/rejections.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { changes, exampleChanges, exampleId } from './managed-shapes.ts'

const body = z.strictObject({
  channelManagerId: clientId.meta({ description: 'Of the property, at the channel manager.' }),
  landlordId: documentId,
})

const reply = replyOf<TakenOver>()(
  z
    .object({
      propertyId: z.string(),
      channelManagerId: z.string(),
      landlordId: z.string(),
      name: z.string(),
      isNew: z.boolean().meta({ description: 'False for one that was taken over before.' }),
      changes,
    })
    .meta({ id: 'TakenOverProperty' }),
)

export const takeOverRoute = route({
  method: 'POST',
  path: '/api/properties',
  access: 'operations',
  async handle({ caller, context, request }) {
    const taken = await orInOurWords(takeOver(context, caller, parse(body, request.body)))
    return { status: taken.isNew ? 201 : 200, body: taken }
  },
  docs: () => ({
    id: 'takeOverProperty',
    summary: 'Make a property of one at the channel manager',
    description:
      'With its rooms and rate plans, for a landlord who has an account. Again takes over what differs by then.',
    body: { schema: body, example: { channelManagerId: exampleId, landlordId: 'lars' } },
    answers: [
      {
        ...{ status: 201, says: 'It is a property of ours now.', schema: reply },
        example: {
          ...{ propertyId: exampleId, channelManagerId: exampleId, landlordId: 'lars' },
          ...{ name: 'Harbour View Guesthouse', isNew: true, changes: exampleChanges },
        },
      },
      { status: 200, says: 'It was one already; `changes` is what differed.', schema: reply },
    ],
    codes: ['property-incomplete', 'provider-timeout'],
  }),
})
