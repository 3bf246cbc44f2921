import * as z from 'zod'
import type { Docs } from '../docs.ts'
import { handle } from './docs-page.ts'

export const docs: Docs = {
  handle,
  id: 'readDocs',
  summary: 'This page',
  answers: [{ status: 200, says: 'The API, to read.', schema: z.string(), mediaType: 'text/html' }],
  codes: [],
}
