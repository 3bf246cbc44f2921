import type { DocumentedRoute } from '../route.ts'
import { docsPageRoute } from './docs-page.ts'
import { openapiRoute } from './openapi.ts'

export const documentationRoutes: readonly DocumentedRoute[] = [docsPageRoute, openapiRoute]
