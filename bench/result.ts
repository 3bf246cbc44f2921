import { columns } from '../scripts/stack/columns.ts'

/** One measured value of the project, and the value that it is compared with. */
export interface Result {
  name: string
  value: number
  unit: string
  baseline: number
  /** `value / baseline`. */
  ratio: number
  /** The highest good ratio, for a count the highest good count; null for a value that is only shown. */
  goal: number | null
  ok: boolean
}

/** A result whose goal is the lowest good ratio: the more the better. */
export interface Share extends Result {
  isFloor: true
}

/** A bench's subject, method and results. */
export interface Report {
  title: string
  method: string
  results: (Result | Share)[]
}

export function compare(
  name: string,
  value: number,
  baseline: number,
  goal: number | null = null,
  unit = 'ms',
): Result {
  const ratio = value / baseline
  return { name, value, unit, baseline, ratio, goal, ok: goal === null || ratio <= goal }
}

/** A count and its maximum; null for a count that is only shown. */
export function atMost(name: string, value: number, most: number | null): Result {
  const baseline = most ?? value
  const ratio = baseline === 0 ? value : value / baseline
  return { name, value, unit: '', baseline, ratio, goal: most, ok: most === null || value <= most }
}

/** A share in percent that should be high; `least` is the share that is good enough. */
export function reach(name: string, share: number, baseline: number, least: number): Share {
  const [value, base] = [share * 100, baseline * 100]
  const [ratio, goal] = [value / base, (least * 100) / base]
  return { name, value, unit: '%', baseline: base, ratio, goal, ok: share >= least, isFloor: true }
}

/** The value below which `share` of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

export function table({ title, method, results }: Report): string {
  const rows = results.map(({ name, value, unit, baseline, ratio, goal, ok, ...rest }) => [
    name,
    `${value.toFixed(2)} ${unit}`,
    `${baseline.toFixed(2)} ${unit}`,
    ratio.toFixed(2),
    goal === null ? '' : `${'isFloor' in rest ? '≥' : '≤'} ${goal.toFixed(2)}`,
    goal === null ? '' : ok ? 'ok' : 'MISSED',
  ])
  return `${title}\n${method}\n\n${columns([['', 'project', 'baseline', 'ratio', 'goal', ''], ...rows])}\n`
}
