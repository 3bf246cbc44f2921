import { documentId } from '../../lib/identifiers.ts'
import { resolveItem } from '../../lib/items/change-item.ts'
import { type Handler, parse } from '../handler.ts'

/** `POST /api/items/:id/resolve`: somebody has dealt with it. */
export const handle: Handler = async ({ caller, services, params }) => {
  const id = parse(documentId, params.id)
  await resolveItem(await services.items(), caller, id)
  return { status: 204 }
}
