import type { portfolioPage as reply } from '@functions/lib/portfolio/read-portfolio.ts'
import type { Reply } from '../api/json.ts'

export type PortfolioList = Reply<typeof reply>
export type PortfolioRow = PortfolioList['rows'][number]
