import { median, type Result, type Share } from '../result.ts'
import { type Name, names } from './contestants.ts'

/** What each contestant reached in each round. */
export interface Figure {
  title: string
  unit: string
  /** Whether more of it is better. */
  isMore: boolean
  values: Partial<Record<Name, number[]>>
  /** How the project should stand beside them: a ratio of medians. */
  goals: Partial<Record<Name, number>>
}

export const words: Readonly<Record<Name, string>> = {
  project: 'this project',
  bare: 'a bare SDK function',
  usual: 'the usual: all imported at the top',
  sample: 'a sample with runTransaction',
  parse: 'Parse Server and PostgreSQL',
  fastify: 'Fastify, PostgreSQL and pg-boss',
}

/** What a post takes of the processor, by which it is priced. */
export const cpuOfPosts = 'eight at a time, CPU of 1,000 posts'

export const figure = (
  title: string,
  more: { unit: string; isMore?: true | undefined; goals?: Figure['goals'] | undefined },
): Figure => ({
  ...{ title, values: {}, unit: more.unit },
  ...{ isMore: more.isMore ?? false, goals: more.goals ?? {} },
})

export function add({ values }: Figure, name: Name, value: number): void {
  values[name] = [...(values[name] ?? []), value]
}

/** A row for each peer that has such a figure. */
export const rowsOf = ({ title, unit, isMore, values, goals }: Figure): (Result | Share)[] =>
  names.flatMap(name => {
    const [ours, theirs] = [values.project, values[name]]
    if (name === 'project' || !ours || !theirs) return []
    const [value, baseline, goal] = [median(ours), median(theirs), goals[name] ?? null]
    const ratio = value / baseline
    const ok = goal === null || (isMore ? ratio >= goal : ratio <= goal)
    const spread = { value: spreadOf(ours), baseline: spreadOf(theirs) }
    const row = {
      name: `peers/${title}, beside ${words[name]}`,
      value,
      unit,
      baseline,
      ratio,
      goal,
      ok,
      spread,
    }
    return [isMore ? { ...row, isFloor: true as const } : row]
  })

const spreadOf = (samples: number[]): [number, number] => [Math.min(...samples), Math.max(...samples)]

/** Medians with the least and the most of the rounds, everybody beside each other. */
export function matrix(figures: readonly Figure[]): string {
  const cellOf = (samples: number[] | undefined) => {
    if (!samples) return ''
    const [least, most] = spreadOf(samples).map(short)
    return samples.length === 1 || least === most
      ? short(median(samples))
      : `${short(median(samples))} (${least}–${most})`
  }
  const rows = [
    ['', ...names.map(name => words[name])],
    ...figures.map(({ title, unit, values }) => [
      unit === '' ? title : `${title}, ${unit}`,
      ...names.map(name => cellOf(values[name])),
    ]),
  ]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n')
}

export const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
