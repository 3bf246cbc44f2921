import * as z from 'zod'
import { isShown } from '../../lib/chat/attachments/file-type.ts'
import { openAttachment } from '../../lib/chat/attachments/open-attachment.ts'
import { clientId } from '../../lib/identifiers.ts'
import { type Handler, parse } from '../handler.ts'

export const position = z
  .string()
  .regex(/^\d{1,3}$/, 'must be the position of an attachment, from 0')
  .transform(Number)

/** `GET /chat/threads/:id/messages/:messageId/attachments/:index`: a file that a guest sent, as the provider has it. */
export const handle: Handler = async ({ caller, services, params }) => {
  const [threadId, messageId] = [parse(clientId, params.id), parse(clientId, params.messageId)]
  const index = parse(position, params.index)
  const deps = await services.openAttachment()
  const { contentType, fileName, bytes } = await openAttachment(deps, caller, { threadId, messageId, index })
  return {
    status: 200,
    body: bytes,
    headers: {
      'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
      'Content-Disposition': `${isShown(contentType) ? 'inline' : 'attachment'}; filename="${fileName}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': 'sandbox',
    },
  }
}
