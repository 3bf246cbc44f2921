import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { bookedStay, storedGuest } from '../guest.ts'
import { asSent, filledBefore, renderTemplate, stayValue } from './fill-template.ts'
import { templateValue } from './template-body.ts'
import { type Template, templateNames, templateOf } from './templates.ts'

const placeholder = /\{(\w+)\}/g
const names = (template: Template) => template.variables.map(({ name }) => name)
/** Values that replacing could misread, like placeholders of ours or the provider. */
const hostile = ['{guest}', '{link}', '{{1}}', '{{2}}', '$&', '$1', '\\', '%s', '"', '__proto__']
const value = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1 }))
  .filter(text => templateValue.safeParse(text).success)
const filledTemplate = fc.constantFrom(...templateNames).chain(name => {
  const template = templateOf(name)
  const values = fc.record(Object.fromEntries(names(template).map(variable => [variable, value])))
  return values.map(byVariable => ({ name, template, values: byVariable }))
})

/** The expected text, built from its pieces. */
function expected({ text }: Template, values: Record<string, string>): string {
  const pieces = text.split(placeholder)
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : values[piece])).join('')
}

describe('every template', () => {
  it.each(templateNames)('%s uses each of its variables, and no other', name => {
    const template = templateOf(name)
    const used = [...template.text.matchAll(placeholder)].map(([, variable]) => variable)
    expect([...new Set(used)].sort()).toEqual(names(template).sort())
    expect(new Set(names(template)).size).toBe(template.variables.length)
  })

  it.each(templateNames)('%s has a text that the channel can approve', name => {
    const { text } = templateOf(name)
    // Twilio's error 63040: no placeholder at an end or beside another; a body has at most 550 characters.
    expect(text).not.toMatch(/^\{|\}$|\}\s*\{/)
    expect(text).toMatch(/^\S[^\n\t]+\S$/)
    expect(text.length).toBeLessThanOrEqual(550)
  })
})

describe('a rendered template', () => {
  law(
    'holds every value as it stands, where its placeholder was',
    [filledTemplate],
    ({ template, values }) => {
      expect(renderTemplate(template, values)).toBe(expected(template, values))
    },
  )

  law('has no placeholder left', [filledTemplate], ({ template, values }) => {
    const plain = Object.fromEntries(Object.keys(values).map(name => [name, 'x']))
    expect(renderTemplate(template, plain)).not.toMatch(/[{}]/)
  })

  law(
    'is sent with its values by their place, and those left to us are known again',
    [filledTemplate, fc.nat()],
    ({ name, template, values }, seed) => {
      const filled = names(template).filter((_variable, at) => (seed >> at) % 2 === 1)
      const sent = asSent(name, template, values, filled)
      expect(sent.name).toBe(name)
      expect(Object.entries(sent.variables)).toEqual(
        names(template).map((variable, at) => [String(at + 1), values[variable]]),
      )
      expect(filledBefore(template, sent)).toEqual(
        Object.fromEntries(filled.map(variable => [variable, values[variable]])),
      )
    },
  )
})

describe('a value from the stay', () => {
  const guestName = { name: 'guest', from: 'guest.name' } as const
  const of = (name: string | null | undefined) => stayValue(guestName, { guest: storedGuest.parse({ name }) })

  it.each([
    ['Maria Rossi', 'Maria Rossi'],
    ['  Maria \n\t  Rossi    Bianchi ', 'Maria Rossi Bianchi'],
    ['M'.repeat(200), 'M'.repeat(200)],
    ['M'.repeat(201), undefined],
    ['', undefined],
    ['   ', undefined],
    ['\u0007', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('is for the guest name %j the value %j', (stored, used) => expect(of(stored)).toBe(used))

  it.each([
    [{ name: 'Paolo', phone: null, email: null }, 'Paolo'],
    [{ name: null, phone: '+393331234567', email: null }, 'Maria'],
    [null, 'Maria'],
  ])('is the name of the guest for whom the stay is booked: %o', (leadGuest, used) => {
    const stay = { guest: storedGuest.parse({ name: 'Maria' }), booked: bookedStay.parse({ leadGuest }) }
    expect(stayValue(guestName, stay)).toBe(used)
  })

  it('comes from the record that the variable names', () => {
    const stay = { arrival: '2026-07-03', departure: '2026-07-06', propertyName: 'Casa Alameda' }
    const at = (from: Template['variables'][number]['from']) => stayValue({ name: 'x', from }, stay)
    expect(at('reservation.arrival')).toBe('2026-07-03')
    expect(at('reservation.departure')).toBe('2026-07-06')
    expect(at('property.name')).toBe('Casa Alameda')
    expect(at('guest.name')).toBeUndefined()
    expect(at('caller')).toBeUndefined()
  })
})
