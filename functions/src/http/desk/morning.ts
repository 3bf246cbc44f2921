import * as z from 'zod'
import { channelNames } from '../../lib/chat/channels/names.ts'
import { type Morning, morning, outcomes } from '../../lib/chat/desk/morning.ts'
import { recordOf } from '../../lib/record-of.ts'
import { ok } from '../docs.ts'
import { replyOf } from '../handler.ts'
import { route } from '../route.ts'

const reply = replyOf<Morning>()(
  z
    .object({
      items: z.array(z.object({ kind: z.string(), count: z.number() })).meta({
        description: 'Open items by kind; for support only messages that did not get through.',
      }),
      allItems: z.number().nullable().meta({ description: 'Null for support, as `requests`.' }),
      requests: z.number().nullable().meta({ description: 'Requests that nobody has taken up.' }),
      deliveries: z.array(
        z.object({ channel: z.enum(channelNames), ...recordOf(outcomes, () => z.number()) }),
      ),
      since: z.date().meta({ description: 'The begin of `deliveries`.' }),
    })
    .meta({ id: 'Morning' }),
)

export const morningRoute = route({
  method: 'GET',
  path: '/api/morning',
  access: 'staff',
  answer({ caller, context }) {
    return morning(context, caller)
  },
  docs: () => ({
    id: 'morning',
    summary: 'Count what waits beside the threads, and what became of sends',
    description:
      'Of the last seven days: `arrived` (delivered or read), `accepted` by the provider, `waiting` to be sent, `failed` or of unknown outcome.',
    answers: ok('The counts.', reply, {
      items: [{ kind: 'send-failed', count: 2 }],
      allItems: 5,
      requests: 3,
      deliveries: [{ channel: 'chatapp', arrived: 120, accepted: 4, waiting: 1, failed: 2 }],
      since: '2026-11-17T08:00:00.000Z',
    }),
  }),
})
