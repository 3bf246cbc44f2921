import type { DocumentedRoute } from '../route.ts'
import { overviewRoute } from './overview.ts'

export const deskRoutes: readonly DocumentedRoute[] = [overviewRoute]
