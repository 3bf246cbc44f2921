import type { DocumentedRoute } from '../route.ts'
import { askConnectionRoute } from './ask-connection.ts'
import { myHomeRoute } from './my-home.ts'
import { myThreadsRoute } from './my-threads.ts'
import { takeBackConnectionRoute } from './take-back-connection.ts'

export const landlordRoutes: readonly DocumentedRoute[] = [
  myHomeRoute,
  myThreadsRoute,
  askConnectionRoute,
  takeBackConnectionRoute,
]
