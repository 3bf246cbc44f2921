import type { Actor } from '../../lib/actor.ts'
import { documentId } from '../../lib/identifiers.ts'
import { resolveItem } from '../../lib/items/resolve-item.ts'
import { parse } from '../parse.ts'
import type { Handler } from '../route.ts'

/** `POST /api/items/:id/resolve`: somebody has dealt with it. */
export const handle: Handler<Actor> = async ({ caller, services, params }) => {
  const id = parse(documentId, params.id)
  await resolveItem(await services.items(), caller, id)
  return { status: 204 }
}
