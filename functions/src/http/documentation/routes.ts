import { routesOf } from '../route.ts'

export const documentationRoutes = routesOf({
  'GET /api/docs': ['public', () => import('./docs-page.ts')],
  'GET /api/openapi.json': ['public', () => import('./openapi.ts')],
})
