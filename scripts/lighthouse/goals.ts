/** What a page was found to be. Scores go to 100. */
export interface Figures {
  page: string
  accessibility: number
  bestPractices: number
  performance: number
  /** Largest contentful paint. Milliseconds. */
  lcp: number
  /** Cumulative layout shift. */
  cls: number
  bytes: number
}

const atLeast = { accessibility: 95, bestPractices: 95, performance: 90 } as const
const mostShift = 0.05

/** The goals that a page misses, by name. */
export const missedBy = (found: Figures): string[] => [
  ...(['accessibility', 'bestPractices', 'performance'] as const)
    .filter(score => !(found[score] >= atLeast[score]))
    .map(score => `${found.page}: ${score} below ${atLeast[score]}`),
  ...(found.cls < mostShift ? [] : [`${found.page}: layout shift of ${mostShift} or more`]),
]

export const headings = ['page', 'accessibility', 'best practices', 'performance', 'LCP', 'CLS', 'bytes']

export const rowOf = ({
  page,
  accessibility,
  bestPractices,
  performance,
  lcp,
  cls,
  bytes,
}: Figures): string[] => [
  page,
  ...[accessibility, bestPractices, performance].map(String),
  `${(lcp / 1000).toFixed(1)} s`,
  cls.toFixed(3),
  `${Math.round(bytes / 1024)} KB`,
]
