import * as z from 'zod'
import { type BookableView, readBookable } from '../../lib/connection/bookable/read-bookable.ts'
import { shownStates } from '../../lib/connection/bookable/runs.ts'
import { ok } from '../docs.ts'
import { replyOf } from '../handler.ts'
import { route } from '../route.ts'
import { exampleOta } from './examples.ts'
import { channelPath, channelRefOf, earliestStay } from './shapes.ts'

export const reply = replyOf<BookableView>()(
  z
    .object({
      propertyName: z.string(),
      ota: z.string(),
      at: z.date().nullable().meta({ description: 'When the channel manager was asked; null before that.' }),
      problem: z
        .enum(['not-active', 'sync-failed'])
        .nullable()
        .meta({ description: 'Why the OTA may show something else.' }),
      rooms: z.array(
        z.object({
          roomId: z.string(),
          name: z.string(),
          earliest: earliestStay,
          runs: z
            .array(
              z.object({
                state: z.enum(shownStates).meta({
                  description:
                    'With `sync-failed` the calendar sells the night, but the OTA did not take what it was sent last, so that only it knows whether it can be booked.',
                }),
                from: z.string(),
                to: z.string().meta({ description: 'The day after the last night.' }),
                isLoss: z.boolean().meta({
                  description: 'Whether money is lost, which is not so for a gap below its minimum stay.',
                }),
              }),
            )
            .meta({ description: 'All nights, in order.' }),
        }),
      ),
      closures: z.array(
        z.object({ roomId: z.string(), from: z.string(), to: z.string(), by: z.string(), at: z.date() }),
      ),
    })
    .meta({ id: 'Bookable' }),
)

export const readBookableRoute = route({
  method: 'GET',
  path: '/api/properties/:id/channels/:channelId/bookable',
  access: 'operations',
  handle: async ({ context, params }) => ({
    status: 200,
    body: await readBookable(context, channelRefOf(params)),
  }),
  docs: () => ({
    id: 'readBookable',
    summary: 'Read what can be booked by a channel',
    description:
      'Each night of each room as far as the calendar at the channel manager goes, with the reason where a night that is neither sold nor closed on purpose cannot be booked.',
    params: channelPath,
    answers: ok('The calendar.', reply, {
      ...{ propertyName: 'Harbour View Guesthouse', ota: exampleOta, problem: null },
      at: '2026-11-21T09:05:00.000Z',
      rooms: [
        {
          ...{ roomId: 'double', name: 'Double Room' },
          earliest: { arrival: '2026-11-21', departure: '2026-11-23' },
          runs: [
            { state: 'bookable', from: '2026-11-21', to: '2026-12-20', isLoss: false },
            { state: 'stop-sell', from: '2026-12-20', to: '2026-12-27', isLoss: true },
          ],
        },
      ],
      closures: [],
    }),
    codes: ['property-not-found', 'channel-not-found'],
  }),
})
