import * as z from 'zod'
import { clientId } from '../identifiers.ts'
import { rateChoice, roomChoice } from './review/row-choices.ts'

const target = {
  propertyId: clientId,
  hotelId: z.string().min(1).max(64).meta({ description: 'The id that the extranet of the OTA shows.' }),
}

const chosen = z.strictObject({
  rooms: z.array(roomChoice).min(1).max(500),
  ratePlans: z
    .array(rateChoice)
    .max(2_000)
    .default([])
    .meta({ description: 'Of these rooms alone; rates that are not named are mapped by their names.' }),
})

export const testBody = z.strictObject({
  ...target,
  reject: z.boolean().optional().meta({
    description: 'Whether a failing test rejects the connection requests that connecting would take.',
  }),
})

export const connectBody = z.strictObject({
  ...target,
  paymentId: z.string().min(1).max(256).optional().meta({ description: 'Of the payment, where one is due.' }),
  listingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .meta({ description: 'The public page of the listing, kept with the channel for reference.' }),
  chosen: chosen.optional().meta({
    description: 'The choice of a person from `toChoose` of the test; it takes precedence over names.',
  }),
})
