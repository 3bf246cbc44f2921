import * as z from 'zod'
import { findThreads, mostThreads } from '../../lib/chat/desk/find-threads.ts'
import { type FoundThread, reasons } from '../../lib/chat/desk/search-words.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const query = z.object({
  q: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .meta({ description: "A number, an e-mail address, a reservation's or a property's name or number." }),
})

const reply = replyOf<{ threads: FoundThread[] }>()(
  z
    .object({
      threads: z.array(
        z.object({
          threadId: z.string(),
          because: z.enum(reasons).meta({ description: 'What of it was found.' }),
          guestName: z.string().nullable(),
          propertyId: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'FoundThreads' }),
)

export const findThreadsRoute = route({
  method: 'GET',
  path: '/chat/threads/find',
  access: 'staff',
  async handle({ context, request }) {
    const { q } = parse(query, request.query)
    return { status: 200, body: { threads: await findThreads(context, q) } }
  },
  docs: () => ({
    id: 'findThreads',
    summary: 'Find threads by what is known of a guest',
    description: `By phone number in any spelling, e-mail address, reservation, and the id of a property or the beginning of its name. The ${mostThreads} surest.`,
    query,
    answers: ok('The threads.', reply, {
      threads: [
        {
          ...{ threadId: 'guest-maria', because: 'phone', guestName: 'Maria Rossi' },
          propertyId: 'harbour-view-guesthouse',
        },
      ],
    }),
  }),
})
