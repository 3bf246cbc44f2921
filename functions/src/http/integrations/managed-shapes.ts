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

const ratePlan = z.object({ id: z.string(), name: z.string(), occupancy: guests })
export const rooms = z.array(
  z.object({ id: z.string(), name: z.string(), capacity: guests, ratePlans: z.array(ratePlan) }),
)
export const exampleRoom = {
  ...{ id: 'c0000000-0000-4000-8000-000000000101', name: 'Double Room', capacity: 2 },
  ratePlans: [{ id: 'd0000000-0000-4000-8000-000000010101', name: 'Standard Rate', occupancy: 2 }],
}

export const exampleId = 'a0000000-0000-4000-8000-000000000001'
const title = 'Harbour View Guesthouse'
export const exampleChanges = [
  { what: 'property', id: exampleId, before: null, after: title },
  { what: 'room', id: 'c0000000-0000-4000-8000-000000000101', before: null, after: 'Double Room, 2 guests' },
]
