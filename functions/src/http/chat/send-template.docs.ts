import { templateBody } from '../../lib/chat/templates/template-body.ts'
import { docsOf } from '../docs.ts'
import { postAnswers, postCodes, posted } from './examples.ts'
import { handle } from './send-template.ts'

const example = {
  ...posted,
  body: 'Hello Maria, we have news about your stay at Casa Alameda. Please reply to this message, and we will tell you more.',
  delivery: {
    ...posted.delivery,
    template: {
      name: 'reply-request',
      variables: { '1': 'Maria', '2': 'Casa Alameda' },
      filled: ['guest', 'property'],
    },
  },
}

export const docs = docsOf(handle, 'sendTemplate', 'Send an approved template by chatapp', {
  description:
    'Needs no open window. Values that are not given are taken from the stay; one that is not known there has to be given.',
  who: 'Staff',
  body: { schema: templateBody, example: { template: 'reply-request', variables: {} } },
  answers: postAnswers(example),
  codes: postCodes,
})
