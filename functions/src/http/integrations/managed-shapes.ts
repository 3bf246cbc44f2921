import * as z from 'zod'

const guests = z
  .number()
  .nullable()
  .meta({ description: 'Guests; null where the channel manager does not say.' })

export const changes = z
  .array(
    z.object({
      what: z.enum(['property', 'room', 'rate-plan']),
      id: z.string(),
      before: z.string().nullable().meta({ description: 'In words; null for what comes.' }),
      after: z.string().nullable().meta({ description: 'In words; null for what goes.' }),
    }),
  )
  .meta({ description: 'What differs from what is stored.' })

export const rooms = z.array(z.object({ name: z.string(), capacity: guests }))
export const ratePlans = z.array(z.object({ name: z.string(), occupancy: guests, room: z.string() }))

export const exampleId = 'a0000000-0000-4000-8000-000000000001'
const title = 'Harbour View Guesthouse'
export const exampleChanges = [
  { what: 'property', id: exampleId, before: null, after: title },
  { what: 'room', id: 'c0000000-0000-4000-8000-000000000101', before: null, after: 'Double Room, 2 guests' },
]
