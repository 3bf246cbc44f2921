import type { Stay } from '../guest.ts'
import type { MessageTemplate } from '../message.ts'
import { templateValue } from './template-body.ts'
import type { StayFact, Template, TemplateVariable } from './templates.ts'

const facts = {
  'guest.name': ({ guest }) => guest?.name,
  'reservation.arrival': ({ arrival }) => arrival,
  'reservation.departure': ({ departure }) => departure,
  'property.name': ({ propertyName }) => propertyName,
} satisfies Record<StayFact, (stay: Stay) => string | null | undefined>

/** What the stay's record says for a variable, as a template takes it; undefined when it says nothing that fits. */
export function knownValue({ from }: TemplateVariable, stay: Stay): string | undefined {
  if (from === 'caller') return undefined
  return templateValue.safeParse(facts[from](stay)?.replace(/\s+/g, ' ').trim()).data
}

export type Values = Readonly<Record<string, string | undefined>>

export const valueFor = (values: Values, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** The text with each placeholder replaced by its value, which is taken as it stands, whatever it looks like. */
export const renderTemplate = ({ text }: Template, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => valueFor(values, name) ?? placeholder)

/** What the provider is told: the values by their place, from "1"; and which of them were left to us. */
export function asSent(name: string, template: Template, values: Values, filled: string[]): MessageTemplate {
  const variables = Object.fromEntries(
    template.variables.map((variable, at) => [placeAt(at), valueFor(values, variable.name) ?? '']),
  )
  return { name, variables, ...(filled.length > 0 && { filled }) }
}

/** The values that were left to us when this was sent, by name. */
export function filledBefore(template: Template, sent: MessageTemplate): Values {
  const { filled = [], variables } = sent
  const entries = template.variables.map(({ name }, at) => [name, variables[placeAt(at)]] as const)
  return Object.fromEntries(entries.filter(([name]) => filled.includes(name)))
}

const placeAt = (index: number): string => String(index + 1)
