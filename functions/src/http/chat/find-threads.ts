import * as z from 'zod'
import { findThreads, mostThreads } from '../../lib/chat/desk/find-threads.ts'
import { type Found, reasons } from '../../lib/chat/desk/search-words.ts'
import { ok } from '../docs.ts'
import { parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({
  q: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .meta({ description: "A number, an e-mail address, a reservation's or a property's name or number." }),
})

const found = {
  because: z.enum(reasons).meta({ description: 'What of it was found.' }),
  guestName: z.string().nullable(),
  propertyId: z.string().nullable(),
}

const reply = replyOf<Found>()(
  z
    .object({
      threads: z.array(z.object({ threadId: z.string(), ...found })),
      stays: z
        .array(
          z.object({
            reservationId: z.string(),
            ...found,
            arrival: z.string().nullable(),
            departure: z.string().nullable(),
          }),
        )
        .meta({ description: 'Of guests without a thread, one each: `POST /chat/threads` opens it.' }),
    })
    .meta({ id: 'FoundThreads' }),
)

export const findThreadsRoute = route({
  method: 'POST',
  path: '/chat/threads/find',
  access: 'staff',
  answer({ context, request }) {
    const { q } = parse(body, request.body)
    return findThreads(context, q)
  },
  docs: () => ({
    id: 'findThreads',
    summary: 'Find threads by what is known of a guest',
    description: `By phone number in any spelling, e-mail address, reservation, and the id of a property or the beginning of its name. The ${mostThreads} surest. What is looked for is in the body, since addresses of requests are logged.`,
    body: { schema: body, example: { q: '+44 7700 900123' } },
    answers: ok('The threads.', reply, {
      threads: [
        {
          ...{ threadId: 'guest-maria', because: 'phone', guestName: 'Maria Rossi' },
          propertyId: 'harbour-view-guesthouse',
        },
      ],
      stays: [],
    }),
  }),
})
