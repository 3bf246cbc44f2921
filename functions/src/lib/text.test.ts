import { expect, it } from 'vitest'
import { isBlank, plainName, withoutEntities } from './text.ts'

it.each([
  '',
  ' \n',
  '\u00a0\u3000',
  '\u200b\u200c\u200d',
  '\u00ad',
  '\ufeff',
  '\u3164\uffa0',
  '\u115f',
  '\u2800',
  '\u180e',
  '\u{e0020}',
])('%j shows nothing', text => {
  expect(isBlank(text)).toBe(true)
})

it.each(['.', '0', '❤️', '👍', 'ㅤa', '\u{1fae9}'])('%j shows something', text => {
  expect(isBlank(text)).toBe(false)
})

it.each([
  [' Ana\nMaria ', 'Ana Maria'],
  ['Ana\u0000Rossi', 'Ana Rossi'],
  ['\u202eissoR\u202c', 'issoR'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩\u200d❤️\u200d👩', '👩\u200d❤️\u200d👩'],
  ['\u200d\u3164', ''],
])('%j reads as the name %j', (text, name) => {
  expect(plainName(text)).toBe(name)
})

it.each([
  ['Caf&eacute; &Ouml;&szlig; &yuml;', 'Café Öß ÿ'],
  ['&quot;a&quot; &apos; &hellip; &euro; &nbsp;', '"a" \' … € \u00a0'],
  ['&alpha;&sigma;&sigmaf;&Omega;', 'ασςΩ'],
  ['&#233; &#xE9; &#x1f600; &#146;', 'é é 😀 ’'],
  ['&amp;amp; &amp;#39;', '&amp; &#39;'],
  [
    'AT&T &amp &; &#; &#xD800; &#0; &#9999999; &constructor;',
    'AT&T &amp &; &#; &#xD800; &#0; &#9999999; &constructor;',
  ],
])('%j reads as %j', (text, read) => {
  expect(withoutEntities(text)).toBe(read)
})
