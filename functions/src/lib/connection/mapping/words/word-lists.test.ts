import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { wordKinds } from './vocabulary.ts'

const phrases = z.string().regex(/^[^\s,;:]+( [^\s,;:]+)*(, [^\s,;:]+( [^\s,;:]+)*)*$/)
const wordList = z.partialRecord(z.enum(wordKinds), z.record(z.string(), phrases))

it.each(readdirSync(import.meta.dirname).filter(name => name.endsWith('.json')))(
  'the list %s has whole phrases of known kinds',
  file => {
    const list: unknown = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
    expect(wordList.safeParse(list).error).toBeUndefined()
  },
)

it('the check refuses a kind that the grammar does not have, and a phrase without words', () => {
  expect(wordList.safeParse({ colour: { red: 'red' } }).success).toBe(false)
  expect(wordList.safeParse({ type: { room: 'room,, stanza' } }).success).toBe(false)
})
