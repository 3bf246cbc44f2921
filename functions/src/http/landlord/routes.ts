import type { DocumentedRoute } from '../route.ts'
import { myHomeRoute } from './my-home.ts'
import { myThreadsRoute } from './my-threads.ts'

export const landlordRoutes: readonly DocumentedRoute[] = [myHomeRoute, myThreadsRoute]
