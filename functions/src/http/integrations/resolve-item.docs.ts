import * as z from 'zod'
import { documentId } from '../../lib/identifiers.ts'
import { type Docs, done } from '../docs.ts'
import { handle } from './resolve-item.ts'

export const docs: Docs = {
  handle,
  id: 'resolveItem',
  summary: 'Resolve an item',
  description: 'Resolving it again changes nothing.',
  params: z.object({ id: documentId }),
  answers: [done('It is resolved.')],
  codes: ['not-found'],
}
