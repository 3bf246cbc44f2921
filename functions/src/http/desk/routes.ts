import type { DocumentedRoute } from '../route.ts'
import { ledgerRoute } from './ledger.ts'
import { morningRoute } from './morning.ts'
import { overviewRoute } from './overview.ts'

export const deskRoutes: readonly DocumentedRoute[] = [overviewRoute, morningRoute, ledgerRoute]
