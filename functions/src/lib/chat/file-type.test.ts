import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileName, isShown, mediaType, safeType } from './file-type.ts'

const bytes = 'application/octet-stream'

const office = 'application/vnd.openxmlformats-officedocument'

it.each([
  ['image/jpeg', 'image/jpeg', 'jpg', true],
  ['IMAGE/PNG; charset=x', 'image/png', 'png', true],
  ['audio/ogg; codecs=opus', 'audio/ogg', 'ogg', true],
  ['video/mp4', 'video/mp4', 'mp4', true],
  ['application/pdf', 'application/pdf', 'pdf', true],
  ['text/plain', 'text/plain', 'txt', true],
  ...[
    'text/html',
    'application/javascript',
    'image/svg+xml',
    'IMAGE/SVG+XML; x',
    'text/xml',
    'text/html image/png',
    '',
  ].map((contentType): [string, string, string, boolean] => [contentType, bytes, 'bin', false]),
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
])('a file of type %j is served as %s, .%s', (contentType, type, ending, mayShow) => {
  expect(safeType(contentType)).toBe(type)
  expect(fileName(0, safeType(contentType))).toBe(`attachment-1.${ending}`)
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
])('the type %j with the name %j counts as %s', (contentType, name, type) => {
  expect(mediaType(contentType, name)).toBe(type)
})

it('a type and a file name for a header have only safe characters', () => {
  const types = fc.tuple(fc.constantFrom('', 'image/'), fc.string()).map(parts => parts.join(''))
  fc.assert(
    fc.property(types, text => {
      expect(safeType(text)).toMatch(/^[\w.+/-]+$/)
      expect(fileName(3, safeType(text))).toMatch(/^attachment-4\.[a-z0-9]+$/)
    }),
  )
})
