import { sendTemplate } from '../../lib/chat/templates/send-template.ts'
import { templateBody } from '../../lib/chat/templates/template-body.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { postAnswers, postCodes, posted } from './examples.ts'
import { messageReply } from './message-shapes.ts'

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

export const sendTemplateRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/template-messages',
  access: 'signed-in',
  async handle({ caller, context, params, request }) {
    const post = { threadId: idIn(params), ...parse(templateBody, request.body) }
    return messageReply(await sendTemplate(context, caller, post))
  },
  docs: () => ({
    id: 'sendTemplate',
    summary: 'Send an approved template by chatapp',
    description:
      'Needs no open window. Values that are not given are taken from the stay; one that is not known there has to be given.',
    who: 'Staff',
    body: { schema: templateBody, example: { template: 'reply-request', variables: {} } },
    answers: postAnswers(example),
    codes: [...postCodes, 'answered-meanwhile'],
  }),
})
