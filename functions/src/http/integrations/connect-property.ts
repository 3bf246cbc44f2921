import { connectBody, testBody } from '../../lib/connection/connect-body.ts'
import { connectProperty } from '../../lib/connection/connect-property.ts'
import { testProperty } from '../../lib/connection/test-property.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'

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
