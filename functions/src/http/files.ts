import * as z from 'zod'
import { openAttachment } from '../lib/chat/attachments/open-attachment.ts'
import { openLink } from '../lib/chat/files/file-link.ts'
import { openFile } from '../lib/chat/files/open-file.ts'
import { clientId } from '../lib/identifiers.ts'
import { fileHeaders, vendorHeaders } from './file-headers.ts'
import { readers } from './messages.ts'
import { Reply } from './reply.ts'
import { route } from './route.ts'

const position = z
  .string()
  .regex(/^\d{1,3}$/, 'must be the position of an attachment, from 0')
  .transform(Number)

const fileAnswer = {
  status: 200,
  says: 'The file.',
  schema: z.string().meta({ format: 'binary' }),
  mediaType: '*/*',
  headers: ['Content-Disposition', 'Content-Security-Policy'],
} as const

const token = z.string().max(1000)

const filePath = z.object({ id: clientId, fileId: clientId })
const attachmentPath = z.object({ id: clientId, messageId: clientId, index: position })

export const fileRoutes = [
  route({
    method: 'GET',
    path: '/chat/threads/:id/messages/:messageId/attachments/:index',
    access: 'signed-in',
    who: readers,
    id: 'readAttachment',
    summary: 'Read a file that a guest sent',
    description: 'Streamed from the provider, with the type that the provider gives.',
    params: attachmentPath,
    answers: [fileAnswer],
    codes: ['thread-not-found', 'not-found', 'provider-timeout'],
    async handle({ caller, context, params: { id: threadId, messageId, index } }) {
      const file = await openAttachment(context, caller, { threadId, messageId, index })
      return new Reply(200, file.bytes, { headers: fileHeaders(file.contentType, file.fileName) })
    },
  }),
  route({
    method: 'GET',
    path: '/chat/threads/:id/files/:fileId',
    access: 'signed-in',
    who: readers,
    id: 'readFile',
    summary: 'Read a file that goes with a message',
    description: 'One that no message has yet is for who uploaded it.',
    params: filePath,
    answers: [fileAnswer],
    codes: ['thread-not-found', 'not-found', 'provider-timeout'],
    async handle({ caller, context, params: { id: threadId, fileId } }) {
      const { name, type, size, bytes } = await openFile(context, caller, { threadId, fileId })
      return new Reply(200, bytes, { headers: { ...fileHeaders(type, name), 'Content-Length': `${size}` } })
    },
  }),
  route({
    method: 'GET',
    path: '/files/:token',
    access: 'public',
    who: 'A provider that has the address',
    id: 'openFileLink',
    summary: 'Read a file of a message that is being sent',
    description:
      'By the address that a provider gets with a send: another one for each attempt. It ends an hour after the message would be tried no more.',
    params: z.object({ token }),
    answers: [fileAnswer],
    codes: ['not-found', 'provider-unavailable', 'provider-timeout', 'rate-limited', 'validation-failed'],
    async handle({ context, params, request }) {
      const isHead = request.method === 'HEAD'
      const { name, type, size, bytes } = await openLink(context, params.token, { isHead })
      return new Reply(200, bytes, { headers: { ...vendorHeaders(type, name), 'Content-Length': `${size}` } })
    },
  }),
]
