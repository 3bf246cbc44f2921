import type { Verdict } from './evaluate.ts'

/** First choices of about one likelihood, and the number of right ones. */
export interface Bin {
  /** The mean likelihood. */
  chance: number
  right: number
  rows: number
}

const edges = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.01]

export const binsOf = (verdicts: readonly Verdict[]): Bin[] =>
  edges.slice(1).flatMap((to, at) => {
    const inside = verdicts.filter(({ chance }) => chance >= (edges[at] ?? 0) && chance < to)
    if (inside.length === 0) return []
    const mean = inside.reduce((sum, { chance }) => sum + chance, 0) / inside.length
    return [{ chance: mean, right: inside.filter(({ isRight }) => isRight).length, rows: inside.length }]
  })

/** The 95 % interval of a share, by Wilson. */
export function intervalOf(hits: number, all: number): [number, number] {
  const z = 1.96
  const share = hits / all
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all)
  const half = (z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))) / (1 + z ** 2 / all)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

const width = 40

/** One line a bin: its likelihood, and its share of right first choices. */
export const plotOf = (bins: readonly Bin[]): string =>
  bins
    .map(({ chance, right, rows }) => {
      const share = right / rows
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width + 1)
      const at = Math.round(chance * width)
      const percent = (value: number) => `${(value * 100).toFixed(0).padStart(3)} %`
      return `said ${percent(chance)}  ${bar.slice(0, at)}│${bar.slice(at + 1)}  right ${percent(share)} of ${rows}`
    })
    .join('\n')

const size = 320
const margin = 44

/** The same as a picture: dots on the diagonal are likelihoods that came true. */
export function pictureOf(bins: readonly Bin[], title: string): string {
  const x = (value: number) => (margin + value * (size - margin - 16)).toFixed(1)
  const y = (value: number) => (size - margin - value * (size - margin - 36)).toFixed(1)
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap(value => [
    `<text x="${x(value)}" y="${size - margin + 16}" text-anchor="middle">${value * 100}</text>`,
    `<text x="${margin - 6}" y="${Number(y(value)) + 4}" text-anchor="end">${value * 100}</text>`,
  ])
  const dots = bins.flatMap(({ chance, right, rows }) => {
    const [low, high] = intervalOf(right, rows)
    return [
      `<line x1="${x(chance)}" y1="${y(low)}" x2="${x(chance)}" y2="${y(high)}" stroke="#2463a8" stroke-width="1.5"/>`,
      `<circle cx="${x(chance)}" cy="${y(right / rows)}" r="${(3 + Math.sqrt(rows) / 5).toFixed(1)}" fill="#2463a8" fill-opacity="0.75"/>`,
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" font-family="sans-serif" font-size="11" fill="#333">`,
    '<title>Hotels left out: the likelihood that was said, and how often it was right</title>',
    `<rect width="${size}" height="${size}" fill="#fff"/>`,
    `<text x="${size / 2}" y="18" text-anchor="middle">${title}</text>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#bbb" stroke-dasharray="4 3"/>`,
    `<path d="M${x(0)} ${y(1)}V${y(0)}H${x(1)}" fill="none" stroke="#333"/>`,
    ...ticks,
    `<text x="${size / 2}" y="${size - 8}" text-anchor="middle">likelihood that was said, %</text>`,
    `<text transform="rotate(-90 12 ${size / 2})" x="12" y="${size / 2}" text-anchor="middle">first choices that were right, %</text>`,
    ...dots,
    '</svg>',
    '',
  ].join('\n')
}
