import * as z from 'zod'
import type { LoadProgress } from '../../lib/reservations/pull.ts'
import { reason, replyOf } from '../reply.ts'

const conflict = z
  .object({
    reservationId: z.string(),
    arrival: z.string().meta({ description: 'A day, YYYY-MM-DD.' }),
    departure: z.string().meta({ description: 'A day, YYYY-MM-DD.' }),
    roomId: z.string().nullable().meta({ description: 'Null without a room of ours.' }),
    overlaps: z.array(z.string()).meta({ description: 'The reservations it lies over.' }),
  })
  .meta({ id: 'ReservationConflict' })

/** What loading reservations came to. */
export const loaded = {
  imported: z.number().meta({ description: 'Reservations stored anew.' }),
  updated: z.number().meta({ description: 'Reservations changed or cancelled.' }),
  unmapped: z.number().meta({ description: 'Reservations without a room of ours.' }),
  conflicts: z.array(conflict),
}

export const loadProgress = replyOf<LoadProgress>()(
  z
    .object({
      status: z.enum(['idle', 'running', 'failed']),
      ...loaded,
      startedAt: z.date().nullable().meta({ description: 'Null before the first time.' }),
      endedAt: z.date().nullable(),
      error: reason.optional(),
    })
    .meta({ id: 'LoadProgress', description: 'How loading the reservations of a property goes.' }),
)
