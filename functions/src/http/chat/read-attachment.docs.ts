import * as z from 'zod'
import { clientId } from '../../lib/identifiers.ts'
import { docsOf } from '../docs.ts'
import { readers } from './examples.ts'
import { handle, position } from './read-attachment.ts'

export const docs = docsOf(handle, 'readAttachment', 'Read a file that a guest sent', {
  description: 'Streamed from the provider, with the type that the provider gives.',
  who: readers,
  params: z.object({ id: clientId, messageId: clientId, index: position }),
  answers: [
    {
      status: 200,
      says: 'The file.',
      schema: z.string().meta({ format: 'binary' }),
      mediaType: '*/*',
      headers: ['Content-Disposition', 'Content-Security-Policy'],
    },
  ],
  codes: ['thread-not-found', 'not-found', 'provider-timeout'],
})
