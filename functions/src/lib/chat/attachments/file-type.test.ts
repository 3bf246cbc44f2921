import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileName, safeType } from './file-type.ts'

it.each([
  ['image/jpeg', 'image/jpeg', 'attachment-1.jpg'],
  ['IMAGE/PNG; charset=x', 'image/png', 'attachment-1.png'],
  ['audio/ogg; codecs=opus', 'audio/ogg', 'attachment-1.ogg'],
  ['video/mp4', 'video/mp4', 'attachment-1.mp4'],
  ['application/pdf', 'application/pdf', 'attachment-1.pdf'],
  ['text/plain', 'text/plain', 'attachment-1.txt'],
  ['text/vcard', 'text/vcard', 'attachment-1.vcf'],
  ['text/html', 'application/octet-stream', 'attachment-1.bin'],
  ['application/javascript', 'application/octet-stream', 'attachment-1.bin'],
  ['text/html image/png', 'application/octet-stream', 'attachment-1.bin'],
  ['', 'application/octet-stream', 'attachment-1.bin'],
])('%j is handed out as %s', (given, type, name) => {
  expect(safeType(given)).toBe(type)
  expect(fileName(0, safeType(given))).toBe(name)
})

it('never lets anything into a header that does not belong there', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map(text => `image/${text}`),
      ),
      text => {
        expect(safeType(text)).toMatch(/^[\w.+/-]+$/)
        expect(fileName(3, safeType(text))).toMatch(/^attachment-4\.[a-z0-9]+$/)
      },
    ),
  )
})
