import * as z from 'zod'
import { copyFile } from '../../lib/chat/canned/copy-file.ts'
import { maxFileBytes } from '../../lib/chat/files/file-types.ts'
import { uploadFile } from '../../lib/chat/files/upload-file.ts'
import { clientId } from '../../lib/identifiers.ts'
import { typeOfBody } from '../guard.ts'
import { type HttpRequest, idIn, parse, replyOf } from '../handler.ts'
import { route } from '../route.ts'

const reply = replyOf<{ fileId: string }>()(z.object({ fileId: z.string() }).meta({ id: 'UploadedFile' }))

const query = z.strictObject({
  copyOf: clientId
    .optional()
    .meta({ description: 'A file of a canned reply, for staff: it is copied, in place of the body.' }),
})

/** Headers hold no more than ASCII, so browsers encode it. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const sentBy = (request: HttpRequest) => ({
  name: decoded(request.get('x-file-name') ?? ''),
  type: typeOfBody(request),
  bytes: request.rawBody ?? Buffer.alloc(0),
})

export const uploadFileRoute = route({
  method: 'POST',
  path: '/chat/threads/:id/files',
  access: 'signed-in',
  maxBytes: maxFileBytes,
  takesBytes: true,
  async handle({ caller, context, params, request }) {
    const threadId = idIn(params)
    const { copyOf } = parse(query, request.query)
    const { fileId } =
      copyOf === undefined
        ? await uploadFile(context, caller, { threadId, ...sentBy(request) })
        : await copyFile(context, caller, { threadId, copyOf })
    return { status: 201, body: { fileId }, about: { threadId, fileId } }
  },
  docs: () => ({
    id: 'uploadFile',
    summary: 'Upload a file for a message to a thread',
    description:
      'The bytes as they are, with their `Content-Type` and, percent-encoded, their name as `X-File-Name`; at most 16 MiB. A message of the same author takes it by `files`; without one it is deleted after a day.',
    who: 'Staff, services, and participants who did not come in by posting alone',
    query,
    body: { schema: z.string().meta({ format: 'binary' }), mediaType: '*/*', isOptional: true },
    answers: [{ status: 201, says: 'The file is kept.', schema: reply, example: { fileId: 'f-1' } }],
    codes: ['thread-not-found', 'not-found', 'provider-timeout'],
  }),
})
