import { cannedRoutes } from './canned.ts'
import { fileRoutes } from './files.ts'
import { messageRoutes } from './messages.ts'
import type { Route } from './route.ts'
import { teamRoutes } from './team.ts'
import { threadRoutes } from './threads.ts'
import { triageRoutes } from './triage.ts'

export const chatRoutes: readonly Route[] = [
  ...threadRoutes,
  ...messageRoutes,
  ...fileRoutes,
  ...teamRoutes,
  ...cannedRoutes,
  ...triageRoutes,
]
