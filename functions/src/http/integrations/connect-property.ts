import * as z from 'zod'
import type { ConnectionResult } from '../../lib/connection/attempt/completion.ts'
import { connectBody } from '../../lib/connection/connect-body.ts'
import { connectProperty } from '../../lib/connection/connect-property.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import { type Handler, parse, replyOf } from '../handler.ts'
import { summarizedMapping } from './shapes.ts'

export const reply = replyOf<ConnectionResult>()(
  z
    .object({
      status: z.literal('completed'),
      propertyId: z.string(),
      ota: z.enum(otaNames),
      hotelId: z.string(),
      channelId: z.string(),
      channelManagerChannelId: z.string(),
      requestIds: z.array(z.string()).meta({ description: 'The connection requests that this completed.' }),
      subscriptionId: z.string().nullable().meta({ description: 'Null when nothing was due.' }),
      mapping: summarizedMapping,
      redirectTo: z.string().meta({ description: 'Path in the dashboard where the mapping is reviewed.' }),
      replayed: z.boolean().meta({ description: 'True when the property was connected so already.' }),
    })
    .meta({ id: 'Connection' }),
)

/** `POST /api/integrations/booking/connect` (specification A1). */
export const handle: Handler = async ({ caller, services, request }) => {
  const input = { ...parse(connectBody, request.body), ota: 'booking' as const }
  const result = await connectProperty(await services.connectProperty(), caller, input)
  return { status: result.replayed ? 200 : 201, body: result }
}
