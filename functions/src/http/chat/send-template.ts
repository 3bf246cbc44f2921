import { sendTemplate } from '../../lib/chat/templates/send-template.ts'
import { templateBody } from '../../lib/chat/templates/template-body.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'
import { messageReply } from './message-shapes.ts'

/** `POST /chat/threads/:id/template-messages`: an approved template, sent by chatapp. */
export const handle: Handler = async ({ caller, services, params, request }) => {
  const post = { threadId: parse(clientId, params.id), ...parse(templateBody, request.body) }
  return messageReply(await sendTemplate(await services.sendTemplate(), caller, post))
}
