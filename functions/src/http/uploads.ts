import * as z from 'zod'
import { copyFile } from '../lib/chat/canned/copy-file.ts'
import { uploadedFile, uploadFile, uploadQuery } from '../lib/chat/files/upload-file.ts'
import { typeOfBody } from './guard.ts'
import { Reply } from './reply.ts'
import type { HttpRequest } from './request.ts'
import { created, route } from './route.ts'

/** Headers are ASCII, so browsers encode the name. */
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

export const uploadRoutes = [
  route({
    method: 'POST',
    path: '/chat/threads/:id/files',
    access: 'signed-in',
    who: 'Staff, services, and participants who did not come in by posting alone',
    id: 'uploadFile',
    summary: 'Upload a file for a message to a thread',
    description:
      'The bytes as they are, with their `Content-Type` and, percent-encoded, their name as `X-File-Name`; at most 16 MiB. A message of the same author takes it by `files`; without one it is deleted after a day.',
    query: uploadQuery,
    body: z.string().meta({ format: 'binary' }),
    bodyType: '*/*',
    mayLackBody: true,
    answers: created('The file is kept.', uploadedFile, { fileId: 'f-1' }),
    codes: ['thread-not-found', 'not-found', 'provider-timeout'],
    async handle({ caller, context, params, query: { copyOf }, request }) {
      const threadId = params.id
      const { fileId } =
        copyOf === undefined
          ? await uploadFile(context, caller, { threadId, ...sentBy(request) })
          : await copyFile(context, caller, { threadId, copyOf })
      return new Reply(201, { fileId }, { about: { threadId, fileId } })
    },
  }),
]
