import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileName, isShown, safeType } from './file-type.ts'

const bytes = 'application/octet-stream'

it.each([
  ['image/jpeg', 'image/jpeg', 'attachment-1.jpg'],
  ['IMAGE/PNG; charset=x', 'image/png', 'attachment-1.png'],
  ['audio/ogg; codecs=opus', 'audio/ogg', 'attachment-1.ogg'],
  ['video/mp4', 'video/mp4', 'attachment-1.mp4'],
  ['application/pdf', 'application/pdf', 'attachment-1.pdf'],
  ['text/plain', 'text/plain', 'attachment-1.txt'],
  ...[
    'text/html',
    'application/javascript',
    'image/svg+xml',
    'IMAGE/SVG+XML; x',
    'text/vcard',
    'text/xml',
    'text/html image/png',
    '',
  ].map(given => [given, bytes, 'attachment-1.bin']),
])('%j is handed out as %s', (given, type, name) => {
  expect(safeType(given)).toBe(type)
  expect(isShown(type)).toBe(type !== bytes)
  expect(fileName(0, safeType(given))).toBe(name)
})

it('never lets anything into a header that does not belong there', () => {
  const types = fc.tuple(fc.constantFrom('', 'image/'), fc.string()).map(parts => parts.join(''))
  fc.assert(
    fc.property(types, text => {
      expect(safeType(text)).toMatch(/^[\w.+/-]+$/)
      expect(fileName(3, safeType(text))).toMatch(/^attachment-4\.[a-z0-9]+$/)
    }),
  )
})
