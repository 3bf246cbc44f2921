import * as z from 'zod'
import { findPlaces, mostProperties } from '../../lib/chat/desk/find-places.ts'
import type { Places } from '../../lib/chat/desk/ports.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const query = z.object({
  q: z.string().max(200).optional().meta({ description: 'The id of a property, or how its name begins.' }),
})

const reply = replyOf<Places>()(
  z
    .object({
      teams: z.array(z.object({ teamId: z.string(), name: z.string() })),
      properties: z.array(z.object({ propertyId: z.string(), name: z.string() })),
    })
    .meta({ id: 'Places' }),
)

export const findPlacesRoute = route({
  method: 'GET',
  path: '/chat/places',
  access: 'staff',
  answer({ context, request }) {
    const { q = '' } = parse(query, request.query)
    return findPlaces(context, q)
  },
  docs: () => ({
    id: 'findPlaces',
    summary: 'Find teams and properties',
    description: `By which threads can be filtered: every team, and the first ${mostProperties} properties by name.`,
    query,
    answers: ok('What was found.', reply, {
      teams: [{ teamId: 'lisbon', name: 'Lisbon' }],
      properties: [{ propertyId: 'harbour-view-guesthouse', name: 'Harbour View Guesthouse' }],
    }),
  }),
})
