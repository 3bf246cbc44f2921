import * as z from 'zod'
import { openFile } from '../../lib/chat/files/open-file.ts'
import { clientId } from '../../lib/identifiers.ts'
import { idIn, parse } from '../handler.ts'
import { route } from '../route.ts'
import { readers } from './examples.ts'
import { fileHeaders } from './file-headers.ts'

export const fileAnswer = {
  status: 200,
  says: 'The file.',
  schema: z.string().meta({ format: 'binary' }),
  mediaType: '*/*',
  headers: ['Content-Disposition', 'Content-Security-Policy'],
} as const

export const readFileRoute = route({
  method: 'GET',
  path: '/chat/threads/:id/files/:fileId',
  access: 'signed-in',
  async handle({ caller, context, params }) {
    const [threadId, fileId] = [idIn(params), parse(clientId, params.fileId)]
    const { name, type, size, bytes } = await openFile(context, caller, { threadId, fileId })
    return {
      status: 200,
      body: bytes,
      headers: { ...fileHeaders(type, name), 'Content-Length': `${size}` },
    }
  },
  docs: () => ({
    id: 'readFile',
    summary: 'Read a file that goes with a message',
    description: 'One that no message has yet is for who uploaded it.',
    who: readers,
    answers: [fileAnswer],
    codes: ['thread-not-found', 'not-found', 'provider-timeout'],
  }),
})
