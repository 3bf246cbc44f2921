import * as z from 'zod'
import { type MyThread, myThreads } from '../../lib/landlord/my-home.ts'
import { ok } from '../docs.ts'
import { replyWithin } from '../handler.ts'
import { route } from '../route.ts'

export const reply = replyWithin<{ threads: MyThread[] }>()(
  z
    .object({
      threads: z.array(
        z.object({
          threadId: z.string(),
          source: z.string(),
          propertyId: z.string().nullable(),
          guestName: z.string().nullable(),
          lastMessage: z
            .object({
              body: z.string().nullish(),
              authorId: z.string().nullish(),
              createdAt: z.date().nullish(),
            })
            .loose()
            .nullable(),
          updatedAt: z.date().nullable(),
          unread: z.boolean(),
        }),
      ),
    })
    .meta({ id: 'LandlordThreads' }),
)

export const myThreadsRoute = route({
  method: 'GET',
  path: '/api/landlord/threads',
  access: 'landlord',
  async answer({ caller, context }) {
    return { threads: await myThreads(context, caller) }
  },
  docs: () => ({
    id: 'landlordThreads',
    summary: "See a landlord's own threads",
    description: 'Those in which they take part as members, the newest 100, without notes.',
    answers: ok('Their threads, newest first.', reply, { threads: [] }),
  }),
})
