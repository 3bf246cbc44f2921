import { expect, it } from 'vitest'
import { readWords } from './word-list.ts'

it('reads what is meant, and each phrase that means it', () => {
  expect(readWords('type', 'junior suite: suite junior, mini\n    suite; studio: estudio')).toEqual([
    { meaning: 'junior suite', phrase: 'suite junior' },
    { meaning: 'junior suite', phrase: 'mini\n    suite' },
    { meaning: 'studio', phrase: 'estudio' },
  ])
  expect(readWords('filler', 'the, a')).toEqual([
    { meaning: '', phrase: 'the' },
    { meaning: '', phrase: 'a' },
  ])
})

it.each([
  ['no meaning', 'type', ': room'],
  ['a meaning without phrases', 'type', 'room:'],
  ['no phrase between two commas', 'type', 'room: camera,, stanza'],
  ['no phrase at the end', 'type', 'room: camera,'],
  ['phrases alone', 'type', 'camera, stanza'],
  ['an entry that is empty', 'type', 'room: camera;'],
  ['a semicolon left out', 'type', 'room: camera suite: suite'],
  ['a meaning for a filler', 'filler', 'the: a'],
  ['two lists of fillers', 'filler', 'the; a'],
] as const)('refuses %s', (_, kind, text) => {
  expect(() => readWords(kind, text)).toThrow(`the words for "${kind}" cannot be read`)
})
