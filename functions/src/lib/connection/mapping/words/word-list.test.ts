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
  ': room',
  'room:',
  'room: camera,, stanza',
  'room: camera,',
  'camera, stanza',
  'room: camera;',
  'room: camera suite: suite',
])('refuses meanings or phrases that are not whole: "%s"', text => {
  expect(() => readWords('type', text)).toThrow('the words for "type" cannot be read')
})

it.each(['the: a', 'the; a', 'the,'])('refuses fillers that are more or less than phrases: "%s"', text => {
  expect(() => readWords('filler', text)).toThrow('the words for "filler" cannot be read')
})
