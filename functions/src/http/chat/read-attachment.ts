import * as z from 'zod'
import { openAttachment } from '../../lib/chat/attachments/open-attachment.ts'
import { clientId } from '../../lib/identifiers.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { readers } from './examples.ts'
import { fileHeaders } from './file-headers.ts'
import { fileAnswer } from './read-file.ts'

const position = z
  .string()
  .regex(/^\d{1,3}$/, 'must be the position of an attachment, from 0')
  .transform(Number)

export const readAttachmentRoute = route({
  method: 'GET',
  path: '/chat/threads/:id/messages/:messageId/attachments/:index',
  access: 'signed-in',
  async handle({ caller, context, params }) {
    const [threadId, messageId] = [idIn(params), parse(clientId, params.messageId)]
    const index = parse(position, params.index)
    const { contentType, fileName, bytes } = await openAttachment(context, caller, {
      threadId,
      messageId,
      index,
    })
    return { status: 200, body: bytes, headers: fileHeaders(contentType, fileName) }
  },
  docs: () => ({
    id: 'readAttachment',
    summary: 'Read a file that a guest sent',
    description: 'Streamed from the provider, with the type that the provider gives.',
    who: readers,
    params: z.object({ id: clientId, messageId: clientId, index: position }),
    answers: [fileAnswer],
    codes: ['thread-not-found', 'not-found', 'provider-timeout'],
  }),
})
