import * as z from 'zod'
import { listManaged } from '../../lib/connection/properties/take-over.ts'
import { orInOurWords } from '../../lib/connection/rejections.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { exampleId } from './managed-shapes.ts'

const query = z.object({
  q: z.string().max(200).default('').meta({ description: 'Part of the title, or the id.' }),
})

export const reply = z
  .object({
    properties: z.array(
      z.object({
        channelManagerId: z.string(),
        title: z.string(),
        propertyId: z.string().nullable().meta({ description: 'Ours; null for one not taken over yet.' }),
      }),
    ),
    more: z.boolean().meta({ description: 'There are others than these 100.' }),
  })
  .meta({ id: 'ManagedProperties' })

export const listManagedRoute = route({
  method: 'GET',
  path: '/api/channel-manager/properties',
  access: 'operations',
  answer({ context, request }) {
    const { q } = parse(query, request.query)
    return orInOurWords(listManaged(context, q.trim()))
  },
  docs: () => ({
    id: 'listManagedProperties',
    summary: 'List the properties of the account at the channel manager',
    description: 'By title, 100 at most.',
    query,
    answers: ok('What is there.', reply, {
      properties: [{ channelManagerId: exampleId, title: 'Harbour View Guesthouse', propertyId: null }],
      more: false,
    }),
    codes: ['provider-timeout'],
  }),
})
