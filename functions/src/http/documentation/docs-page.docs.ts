import * as z from 'zod'
import { docsOf } from '../docs.ts'
import { handle } from './docs-page.ts'

export const docs = docsOf(handle, 'readDocs', 'This page', {
  answers: [{ status: 200, says: 'The API, to read.', schema: z.string(), mediaType: 'text/html' }],
})
