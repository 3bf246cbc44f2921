import { routesOf } from '../route.ts'

export const chatRoutes = routesOf({
  'GET /chat/threads/:id/messages/:messageId/attachments/:index': [
    'signed-in',
    () => import('./read-attachment.ts'),
  ],
  'GET /chat/threads/:id': ['signed-in', () => import('./read-thread.ts')],
  'GET /chat/threads/:id/messages': ['signed-in', () => import('./read-messages.ts')],
  'POST /chat/threads/:id/read': ['signed-in', () => import('./mark-read.ts')],
  'PUT /chat/threads/:id/important': ['signed-in', () => import('./mark-important.ts')],
  'POST /chat/threads/:id/messages': ['signed-in', () => import('./create-message.ts')],
  'POST /chat/threads/:id/template-messages': ['signed-in', () => import('./send-template.ts')],
  'POST /chat/threads/:id/messages/:messageId/retry': ['signed-in', () => import('./retry-message.ts')],
  'GET /chat/search-key': ['signed-in', () => import('./search-key.ts')],
  'GET /chat/triage': ['staff', () => import('./list-triage.ts')],
  'POST /chat/triage/:id/assign': ['signed-in', () => import('./assign-triage.ts')],
  'POST /chat/triage/:id/dismiss': ['signed-in', () => import('./dismiss-triage.ts')],
  'POST /chat/triage/:id/restore': ['signed-in', () => import('./restore-triage.ts')],
  'PUT /chat/triage/:id/spam': ['signed-in', () => import('./mark-spam.ts')],
})
