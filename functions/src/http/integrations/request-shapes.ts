import * as z from 'zod'

export const rejection = z
  .object({
    code: z.string(),
    detail: z.string(),
    nextAction: z.string().optional(),
    at: z.date().optional(),
  })
  .meta({ id: 'Rejection', description: 'Why, and what to do now.' })

/** What a list says of a connection request. */
export const requestFields = {
  id: z.string(),
  propertyId: z.string(),
  propertyName: z.string().nullable().meta({ description: 'Null when there is no such property.' }),
  landlordId: z.string().nullable(),
  landlordName: z.string().nullable(),
  ota: z.string(),
  status: z.string().meta({ description: '`pending`, `completed` or `rejected`.' }),
  createdAt: z.date().nullable(),
  completedAt: z.date().optional(),
  rejection: rejection.optional(),
  hotelId: z
    .string()
    .optional()
    .meta({ description: "The OTA's id of the property, once somebody has tried one for this request." }),
}
