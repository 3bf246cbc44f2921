import { docsOf, done } from '../docs.ts'
import { handle } from './resolve-item.ts'
import { documentPath } from './shapes.ts'

export const docs = docsOf(handle, 'resolveItem', 'Resolve an item', {
  description: 'Resolving it again changes nothing.',
  params: documentPath,
  answers: done('It is resolved.'),
  codes: ['not-found'],
})
