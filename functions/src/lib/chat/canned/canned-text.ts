import { factNames } from '../../fact-names.ts'

/** Each stands in a text as `{{name}}`. */
export const cannedVariables = ['guest', 'property', 'arrival', 'departure', ...factNames] as const
type CannedVariable = (typeof cannedVariables)[number]
export type CannedValues = Readonly<Partial<Record<CannedVariable, string | null>>>

const placeholder = /\{\{([^{}]*)\}\}/g
const mark = /\[(\w+)\]/g

const isVariable = (name: string): name is CannedVariable =>
  cannedVariables.some(variable => variable === name)

export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(placeholder)].flatMap(([, inner = '']) => {
      const name = inner.trim()
      return isVariable(name) ? [] : [name]
    }),
  ),
]

export const filledCanned = (text: string, values: CannedValues): string =>
  text.replace(placeholder, (whole, inner: string) => {
    const name = inner.trim()
    return isVariable(name) ? values[name] || `[${name}]` : whole
  })

export const openMark = (text: string): string | undefined =>
  [...text.matchAll(mark)].find(([, name = '']) => isVariable(name))?.[0]
