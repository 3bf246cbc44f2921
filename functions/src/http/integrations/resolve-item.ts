import { isFailedSend } from '../../lib/chat/delivery/failed-sends.ts'
import { resolveFailedSend } from '../../lib/chat/delivery/resolve-failed-send.ts'
import { watchedChannelOf } from '../../lib/connection/watch/items.ts'
import { documentId } from '../../lib/identifiers.ts'
import { resolveItem } from '../../lib/items/change-item.ts'
import { done } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { documentPath } from './shapes.ts'

export const resolveItemRoute = route({
  method: 'POST',
  path: '/api/items/:id/resolve',
  access: 'operations',
  async answer({ caller, context, params }) {
    const id = parse(documentId, params.id)
    await (isFailedSend(id) ? resolveFailedSend : resolveItem)(context, caller, id)
    const channelId = watchedChannelOf(id)
    if (channelId !== undefined) await context.channels.lookSoon({ channelId }, context.clock.now())
  },
  docs: () => ({
    id: 'resolveItem',
    summary: 'Resolve an item',
    description:
      'Resolving it again changes nothing. Where it is about a channel, the channel is looked at again.',
    params: documentPath,
    answers: done('It is resolved.'),
    codes: ['not-found'],
  }),
})
