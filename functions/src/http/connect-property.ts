import * as z from 'zod'
import { connectProperty } from '../lib/connection/connect-property.ts'
import { testProperty } from '../lib/connection/test-property.ts'
import { clientId } from '../lib/identifiers.ts'
import { operationsOnly } from './operations-only.ts'
import { parse } from './parse.ts'

const target = {
  propertyId: clientId,
  hotelId: z.string().min(1).max(64).meta({ description: 'The id that the extranet of the OTA shows.' }),
}
export const testBody = z.strictObject(target)
export const connectBody = z.strictObject({
  ...target,
  paymentId: z.string().min(1).max(256).optional().meta({ description: 'Of the payment, where one is due.' }),
  listingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .meta({ description: 'The public page of the listing, for the e-mail to the landlord.' }),
})

/** `POST /api/integrations/booking/connect` (specification A1). */
export const handleConnectProperty = operationsOnly(async ({ caller, services, body }) => {
  const input = { ...parse(connectBody, body), ota: 'booking' as const }
  const result = await connectProperty(await services.connectProperty(), caller, input)
  return { status: result.replayed ? 200 : 201, body: result }
})

/** `POST /api/integrations/booking/test`: what connect would say, without side effects. */
export const handleTestProperty = operationsOnly(async ({ services, body }) => {
  const input = { ...parse(testBody, body), ota: 'booking' as const }
  return { status: 200, body: await testProperty(await services.connectProperty(), input) }
})
