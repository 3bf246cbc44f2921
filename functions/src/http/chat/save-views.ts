import { mostSavedViews, saveViews } from '../../lib/chat/desk/saved-views.ts'
import { ok } from '../docs.ts'
import { parse } from '../handler.ts'
import { route } from '../route.ts'
import { viewsBody, viewsExample, viewsReply } from './view-shapes.ts'

export const saveViewsRoute = route({
  method: 'PUT',
  path: '/chat/me/views',
  access: 'staff',
  async answer({ caller, context, request }) {
    return { views: await saveViews(context, caller, parse(viewsBody, request.body)) }
  },
  docs: () => ({
    id: 'saveViews',
    summary: 'Save views under names',
    description: `All that you keep, ${mostSavedViews} at most: what is not among them is gone.`,
    body: { schema: viewsBody, example: viewsExample },
    answers: ok('They are kept.', viewsReply, viewsExample),
    codes: [],
  }),
})
