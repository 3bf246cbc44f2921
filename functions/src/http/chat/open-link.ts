import * as z from 'zod'
import { openLink } from '../../lib/chat/files/file-link.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { vendorHeaders } from './file-headers.ts'
import { fileAnswer } from './read-file.ts'

const token = z.string().max(1000)

export const openLinkRoute = route({
  method: 'GET',
  path: '/files/:token',
  access: 'public',
  async handle({ context, params, request }) {
    const isHead = request.method === 'HEAD'
    const { name, type, size, bytes } = await openLink(context, parse(token, params.token), { isHead })
    return {
      status: 200,
      body: bytes,
      headers: { ...vendorHeaders(type, name), 'Content-Length': `${size}` },
    }
  },
  docs: () => ({
    id: 'openFileLink',
    summary: 'Read a file of a message that is being sent',
    description:
      'By the address that a provider gets with a send: another one for each attempt. It ends an hour after the message would be tried no more.',
    who: 'A provider that has the address',
    params: z.object({ token }),
    answers: [fileAnswer],
    codes: ['not-found', 'provider-unavailable', 'provider-timeout', 'rate-limited', 'validation-failed'],
  }),
})
