import * as z from 'zod'
import { type Overview, overview } from '../../lib/chat/desk/overview.ts'
import { viewNames } from '../../lib/chat/desk/views.ts'
import { recordOf } from '../../lib/record-of.ts'
import { ok } from '../docs.ts'
import { replyOf } from '../handler.ts'
import { route } from '../route.ts'

const reply = replyOf<Overview>()(
  z
    .object({
      views: z.object(recordOf(viewNames, () => z.number())),
      waiting: z.object({ items: z.number(), triage: z.number(), requests: z.number().nullable() }).meta({
        description:
          'Open items (for support only messages that did not get through), messages in triage, and requests that nobody has taken up (null for support).',
      }),
      at: z.date(),
    })
    .meta({ id: 'Overview' }),
)

export const overviewRoute = route({
  method: 'GET',
  path: '/api/overview',
  access: 'staff',
  answer({ caller, context }) {
    return overview(context, caller)
  },
  docs: () => ({
    id: 'overview',
    summary: 'Count what there is to do',
    description: [
      '`mine`: owned by the caller, and open or waiting for the guest.',
      '`unassigned`: a guest waits and nobody owns it.',
      '`overdue`: the answer is late, whatever the state.',
      'The others count threads by their state. Threads that nobody has waited in are in none.',
    ].join(' '),
    answers: ok('How many threads stand in each view, and what waits beside them.', reply, {
      views: { mine: 4, unassigned: 2, overdue: 1, waiting: 11, snoozed: 3, done: 120, open: 7 },
      waiting: { items: 5, triage: 2, requests: 3 },
      at: '2026-11-24T08:00:00.000Z',
    }),
  }),
})
