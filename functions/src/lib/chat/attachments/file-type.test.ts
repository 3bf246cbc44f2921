import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileName, isShown, safeType, typeSaid } from './file-type.ts'

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
    'text/xml',
    'text/html image/png',
    '',
  ].map(given => [given, bytes, 'attachment-1.bin']),
])('%j is handed out as %s', (given, type, name) => {
  expect(safeType(given)).toBe(type)
  expect(isShown(type)).toBe(type !== bytes)
  expect(fileName(0, safeType(given))).toBe(name)
})

const office = 'application/vnd.openxmlformats-officedocument'

it.each([
  ['image/jpg', 'image/jpeg', 'jpg', true],
  ['image/PJPEG; x=y', 'image/jpeg', 'jpg', true],
  ['audio/mp3', 'audio/mpeg', 'mp3', true],
  ['audio/x-m4a', 'audio/mp4', 'm4a', true],
  ['audio/x-wav', 'audio/wav', 'wav', true],
  ['audio/opus', 'audio/ogg', 'ogg', true],
  ['video/x-m4v', 'video/mp4', 'mp4', true],
  ['video/quicktime', 'video/quicktime', 'mov', true],
  ['application/x-pdf', 'application/pdf', 'pdf', true],
  ['text/x-vcard; charset=utf-8', 'text/vcard', 'vcf', false],
  ['text/directory', 'text/vcard', 'vcf', false],
  ['application/vnd.ms-word', 'application/msword', 'doc', false],
  ['application/msexcel', 'application/vnd.ms-excel', 'xls', false],
  [`${office}.wordprocessingml.document`, `${office}.wordprocessingml.document`, 'docx', false],
  ['text/csv', 'text/csv', 'csv', false],
  ['application/ics', 'text/calendar', 'ics', false],
])('%j is handed out as %s, .%s', (said, type, ending, mayShow) => {
  expect(safeType(said)).toBe(type)
  expect(fileName(1, safeType(said))).toBe(`attachment-2.${ending}`)
  expect(isShown(type)).toBe(mayShow)
})

it.each([
  ['', 'Plan.DOC', 'application/msword'],
  ['application/octet-stream', 'a.b.vcf', 'text/vcard'],
  ['', 'voice.opus', 'audio/ogg'],
  ['', 'page.html', bytes],
  ['', 'x.svg', bytes],
  ['', 'pdf', bytes],
  ['text/html', 'x.pdf', 'text/html'],
])('%j of %j is said to be %s', (said, name, type) => {
  expect(typeSaid(said, name)).toBe(type)
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
