import * as z from 'zod'
import type { Docs } from '../docs.ts'
import { handle } from './openapi.ts'

export const docs: Docs = {
  handle,
  id: 'readOpenApi',
  summary: 'The API as an OpenAPI document',
  answers: [
    {
      status: 200,
      says: 'OpenAPI 3.1.',
      schema: z.looseObject({ openapi: z.string() }),
    },
  ],
  codes: [],
}
