import type { Plan } from './plan.ts'

/** The plan as lines: `+` new, `~` changed, `-` removed, `!` blocking. */
export function linesOf(plan: Plan): string[] {
  return [
    ...section('APIs', { '+': plan.missingApis }, 'all on'),
    ...section('database', databaseLines(plan), 'there'),
    ...section('functions', functionLines(plan), `${plan.unchanged.length} unchanged`),
    ...section('parameters', { '~': plan.parameters, '!': plan.missingParameters.map(missing) }, 'unchanged'),
    ...section('secrets', { '!': plan.missingSecrets.map(missing) }, 'all set'),
    ...section('rules', plan.rules === 'unchanged' ? {} : { '~': [plan.rules] }, 'unchanged'),
    ...section('indexes', { '+': few(plan.newIndexes, 'indexes') }, 'unchanged'),
    ...section('fields', { '+': few(plan.newFields, 'settings of fields') }, 'unchanged'),
    ...section('removed', { '-': plan.removed }, 'nothing'),
  ]
}

type Marked = Partial<Record<'+' | '~' | '-' | '!', readonly string[]>>

function section(title: string, marked: Marked, otherwise: string): string[] {
  const lines = Object.entries(marked).flatMap(([mark, all]) => all.map(one => `${mark} ${one}`))
  return (lines.length > 0 ? lines : [otherwise]).map(
    (line, at) => `${(at === 0 ? title : '').padEnd(12)}${line}`,
  )
}

/** Abbreviates the long lists of a first deployment. */
const few = (all: readonly string[], what: string): readonly string[] =>
  all.length > 12 ? [`${all.length} ${what}`] : all

const missing = (name: string): string => `${name} is not set`

function databaseLines({ database }: Plan): Marked {
  if (database === 'there') return {}
  return database === 'created' ? { '+': ['(default)'] } : { '!': [`is in ${database.elsewhere}`] }
}

const functionLines = ({ created, updated }: Plan): Marked => ({
  '+': created,
  '~': updated.map(({ name, why }) => `${name}: ${why.join(', ')}`),
})
