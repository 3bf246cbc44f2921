import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { cannedVariables, filledCanned, openMark, unknownVariables } from './canned-text.ts'

const plain = fc.string().map(text => text.replace(/[{}[\]]/g, ''))
const name = fc.constantFrom(...cannedVariables)
/** Texts with placeholders, in their pieces. */
const written = fc.array(fc.tuple(plain, name), { maxLength: 6 })
/** Values that replacing, or looking for places, could misread. */
const value = fc
  .oneof(fc.constantFrom('$&', '$1', '{{guest}}', '{{x}}', '\\', '__proto__'), plain)
  .filter(Boolean)
const values = fc.record(Object.fromEntries(cannedVariables.map(variable => [variable, value])))

const textOf = (pieces: [string, string][], place: (name: string) => string) =>
  pieces.map(([before, variable]) => before + place(variable)).join('')

describe('a filled canned reply', () => {
  law('holds every value literally, where its place was', [written, values], (pieces, filling) => {
    const text = textOf(pieces, variable => `{{${variable}}}`)
    expect(filledCanned(text, filling)).toBe(textOf(pieces, variable => filling[variable] ?? ''))
  })

  law('shows what nobody knows, and is left open by just that', [written], pieces => {
    const text = textOf(pieces, variable => `{{ ${variable} }}`)
    expect(filledCanned(text, { guest: null, property: '' })).toBe(
      textOf(pieces, variable => `[${variable}]`),
    )
    const [first] = pieces
    expect(openMark(filledCanned(text, {}))).toBe(first && `[${first[1]}]`)
  })

  law('has no place left where all is known', [written], pieces => {
    const text = textOf(pieces, variable => `{{${variable}}}`)
    const allValues = Object.fromEntries(cannedVariables.map(variable => [variable, 'x']))
    expect(openMark(filledCanned(text, allValues))).toBeUndefined()
    expect(unknownVariables(text)).toEqual([])
  })
})

it.each([
  ['Hello {{guest}} {{ arrival }}', []],
  ['Hello {guest}, {{}}', ['']],
  ['{{door code}} {{Guest}} {{door code}}', ['door code', 'Guest']],
  ['{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
  ['{{guest', []],
])('places in double braces: %j names %j, which no stay has', (text, unknown) =>
  expect(unknownVariables(text)).toEqual(unknown),
)

it.each([
  ['Come at [arrival].', '[arrival]'],
  ['[x] [guest] [arrival]', '[guest]'],
  ['[Arrival] arrival [ arrival ]', undefined],
])('the text %j has its first open place at %j', (text, place) => expect(openMark(text)).toBe(place))
