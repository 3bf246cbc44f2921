import * as z from 'zod'
import type { Operations } from '../docs.ts'

export const documentationOperations: Operations = {
  'GET /api/docs': {
    id: 'readDocs',
    summary: 'This page',
    who: 'Anybody',
    answers: [{ status: 200, says: 'The API, to read.', schema: z.string(), mediaType: 'text/html' }],
    codes: [],
  },
  'GET /api/docs.css': {
    id: 'readDocsStyle',
    summary: 'How this page looks',
    who: 'Anybody',
    answers: [{ status: 200, says: 'A style sheet.', schema: z.string(), mediaType: 'text/css' }],
    codes: [],
  },
  'GET /api/openapi.json': {
    id: 'readOpenApi',
    summary: 'The API as an OpenAPI document',
    who: 'Anybody',
    answers: [
      {
        status: 200,
        says: 'OpenAPI 3.1.',
        schema: z.looseObject({ openapi: z.string() }),
      },
    ],
    codes: [],
  },
}
