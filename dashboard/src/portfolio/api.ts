import type { portfolioPage as reply } from '@functions/lib/portfolio/read-portfolio.ts'
import type * as z from 'zod'
import type { Json } from '../api/json.ts'

export type PortfolioList = Json<z.output<typeof reply>>
export type PortfolioRow = PortfolioList['rows'][number]
