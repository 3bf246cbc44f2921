import { expect, it } from 'vitest'
import { quoted, quotedIn } from './quote.ts'

it.each([
  ['The channel manager does not activate the channel.', 'settings: invalid settings'],
  ['It refused.', 'rates: “Standard”\nIt says: “no”'],
  ['It refused.', ''],
  ['It refused.', undefined],
])('the words of a vendor stand apart from the sentence: %s %s', (sentence, words) => {
  expect(quotedIn(quoted(sentence, words))).toEqual({ sentence, words })
})

it('a text that quotes nobody is one sentence', () => {
  expect(quotedIn('It says: nothing.')).toEqual({ sentence: 'It says: nothing.' })
})
