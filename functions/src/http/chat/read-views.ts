import { readViews } from '../../lib/chat/desk/saved-views.ts'
import { ok } from '../docs.ts'
import { route } from '../route.ts'
import { viewsExample, viewsReply } from './view-shapes.ts'

export const readViewsRoute = route({
  method: 'GET',
  path: '/chat/me/views',
  access: 'staff',
  async answer({ caller, context }) {
    return { views: await readViews(context, caller) }
  },
  docs: () => ({
    id: 'readViews',
    summary: 'Read the views that you saved',
    answers: ok('They are in your order.', viewsReply, viewsExample),
  }),
})
