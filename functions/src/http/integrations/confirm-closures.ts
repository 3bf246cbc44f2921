import * as z from 'zod'
import { confirmClosures } from '../../lib/connection/bookable/confirm-closures.ts'
import { documentId } from '../../lib/identifiers.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { channelPath, channelRefOf } from './shapes.ts'

const spans = z
  .array(
    z
      .strictObject({
        roomId: documentId,
        from: z.iso.date(),
        to: z.iso.date().meta({ description: 'The day after the last closed night.' }),
      })
      .refine(({ from, to }) => from < to, { error: 'ends before it begins', path: ['to'] }),
  )
  .max(200)
  .default([])

const body = z.strictObject({ close: spans, reopen: spans })

export const confirmClosuresRoute = route({
  method: 'PUT',
  path: '/api/properties/:id/channels/:channelId/closures',
  access: 'operations',
  async handle({ caller, context, params, request }) {
    const input = { ...channelRefOf(params), ...parse(body, request.body) }
    await confirmClosures(context, caller, input)
    return { status: 204 }
  },
  docs: () => ({
    id: 'confirmClosures',
    summary: 'Say which nights are closed on purpose',
    description:
      'Or that they are not any more. The channel is looked at again within a minute or two. The same again changes nothing.',
    params: channelPath,
    body: {
      schema: body,
      example: { close: [{ roomId: 'double', from: '2026-12-20', to: '2026-12-27' }] },
    },
    answers: done('It is noted.'),
    codes: ['property-not-found', 'channel-not-found'],
  }),
})
