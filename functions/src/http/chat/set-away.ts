import * as z from 'zod'
import { setAway } from '../../lib/chat/desk/set-away.ts'
import { sentTime } from '../../lib/shapes.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'

const body = z.strictObject({
  until: sentTime.nullable().meta({ description: 'Null: there again.' }),
})

export const setAwayRoute = route({
  method: 'PUT',
  path: '/chat/me/away',
  access: 'staff',
  answer({ caller, context, request }) {
    const { until } = parse(body, request.body)
    return setAway(context, caller, { until })
  },
  docs: () => ({
    id: 'setAway',
    summary: 'Say that you are away',
    description: 'What you own goes back to the queues of its teams within two minutes.',
    body: { schema: body, example: { until: '2026-11-26T08:00:00Z' } },
    answers: done('It is so.'),
    codes: [],
  }),
})
