import type { Actor } from '../../lib/actor.ts'
import { sendTemplate } from '../../lib/chat/templates/send-template.ts'
import { templateBody } from '../../lib/chat/templates/template-body.ts'
import { clientId } from '../../lib/identifiers.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'
import { messageReply } from './posted-message.ts'

/** `POST /chat/threads/:id/template-messages`: an approved template, sent by chatapp. */
export const handle: Handler<Actor> = async ({ caller, services, params, request }) => {
  const threadId = parse(clientId, params.id)
  const post = parse(templateBody, request.body)
  return messageReply(await sendTemplate(await services.sendTemplate(), caller, { ...post, threadId }))
}
