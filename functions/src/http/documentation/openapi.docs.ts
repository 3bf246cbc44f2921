import * as z from 'zod'
import { docsOf, ok } from '../docs.ts'
import { handle } from './openapi.ts'

export const docs = docsOf(handle, 'readOpenApi', 'The API as an OpenAPI document', {
  answers: ok('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })),
})
