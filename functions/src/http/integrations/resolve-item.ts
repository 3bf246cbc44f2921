import { documentId } from '../../lib/identifiers.ts'
import { resolveItem } from '../../lib/items/resolve-item.ts'
import { operationsOnly } from '../operations-only.ts'
import { parse } from '../parse.ts'

/** `POST /api/items/:id/resolve`: somebody has dealt with it. */
export const handleResolveItem = operationsOnly(async ({ caller, services, params }) => {
  const id = parse(documentId, params.id)
  await resolveItem(await services.items(), caller, id)
  return { status: 204 }
})
