import type { Stay } from '../guest.ts'
import type { MessageTemplate } from '../message.ts'
import { templateValue } from './template-body.ts'
import type { StayFact, Template, TemplateVariable } from './templates.ts'

const facts = {
  // Other guests may share the number.
  'guest.name': ({ guest, booked }) => booked?.leadGuest?.name ?? guest?.name,
  'reservation.arrival': ({ arrival }) => arrival,
  'reservation.departure': ({ departure }) => departure,
  'property.name': ({ propertyName }) => propertyName,
  'property.facts.wayIn': ({ facts }) => facts?.wayIn,
} satisfies Record<StayFact, (stay: Stay) => string | null | undefined>

export function stayValue({ from }: TemplateVariable, stay: Stay): string | undefined {
  if (from === 'caller') return undefined
  return templateValue.safeParse(facts[from](stay)?.replace(/\s+/g, ' ').trim()).data
}

export type Values = Readonly<Record<string, string | undefined>>

export const valueFor = (values: Values, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

export const renderTemplate = ({ text }: Template, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => valueFor(values, name) ?? placeholder)

/** By position, from "1"; `filled`: our values. */
export function asSent(name: string, template: Template, values: Values, filled: string[]): MessageTemplate {
  const variables = Object.fromEntries(
    template.variables.map((variable, at) => [placeAt(at), valueFor(values, variable.name) ?? '']),
  )
  return { name, variables, ...(filled.length > 0 && { filled }) }
}

export function filledBefore(template: Template, sent: MessageTemplate): Values {
  const { filled = [], variables } = sent
  const entries = template.variables.map(({ name }, at) => [name, variables[placeAt(at)]] as const)
  return Object.fromEntries(entries.filter(([name]) => filled.includes(name)))
}

const placeAt = (index: number): string => String(index + 1)
