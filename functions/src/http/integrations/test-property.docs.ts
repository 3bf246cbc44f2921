import { testBody } from '../../lib/connection/connect-body.ts'
import { docsOf, ok } from '../docs.ts'
import { target } from './examples.ts'
import { handle, reply } from './test-property.ts'

export const docs = docsOf(handle, 'testProperty', 'Say what connect would say', {
  description:
    'Without side effects. What stands in the way is part of the answer, with the code of connect.',
  body: { schema: testBody, example: target },
  answers: ok('What was found.', reply, {
    ok: false,
    code: 'hotel-id-invalid',
    detail: 'The property ID of Booking.com is not valid.',
    nextAction: 'Correct the property ID.',
  }),
  codes: ['property-not-found'],
})
