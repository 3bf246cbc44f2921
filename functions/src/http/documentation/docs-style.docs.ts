import * as z from 'zod'
import type { Docs } from '../docs.ts'
import { handle } from './docs-style.ts'

export const docs: Docs = {
  handle,
  id: 'readDocsStyle',
  summary: 'How this page looks',
  answers: [{ status: 200, says: 'A style sheet.', schema: z.string(), mediaType: 'text/css' }],
  codes: [],
}
