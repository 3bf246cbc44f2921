import type { DocumentedRoute } from '../route.ts'
import { ledgerRoute } from './ledger.ts'
import { overviewRoute } from './overview.ts'

export const deskRoutes: readonly DocumentedRoute[] = [overviewRoute, ledgerRoute]
