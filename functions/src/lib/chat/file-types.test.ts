import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pngOf } from '../../../test/support/files.ts'
import { nameOfFile, typeOfFile } from './file-types.ts'

const of = (text: string) => Buffer.from(text, 'latin1')
const unknown = 'application/octet-stream'

describe('the type of a file', () => {
  it.each([
    ['image/png', pngOf(100), 'image/png'],
    ['IMAGE/PNG; x=y', pngOf(100), 'image/png'],
    ['image/jpeg', of('\xff\xd8\xff\xe0 JFIF'), 'image/jpeg'],
    ['image/webp', of('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['application/pdf', of('%PDF-1.7'), 'application/pdf'],
    ['video/mp4', of('\0\0\0\x18ftypmp42'), 'video/mp4'],
    ['audio/mpeg', of('ID3\x04'), 'audio/mpeg'],
    ['audio/mpeg', of('\xff\xfb\x90'), 'audio/mpeg'],
    ['text/plain', of('Breakfast is at eight.'), 'text/plain'],
    ['image/jpg', of('\xff\xd8\xff\xe0 JFIF'), 'image/jpeg'],
    ['audio/mp3', of('ID3\x04'), 'audio/mpeg'],
    ['audio/x-m4a', of('\0\0\0\x20ftypM4A '), 'audio/mp4'],
    ['application/x-pdf', of('%PDF-1.7'), 'application/pdf'],
    ['application/pdf', of('\xef\xbb\xbf%PDF-1.4'), 'application/pdf'],
    ['application/pdf', of(' \r\n\t\0%PDF-1.4'), 'application/pdf'],
    ['application/msword', of('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 x'), 'application/msword'],
    ['application/vnd.ms-excel', of('a;b\n1;2'), unknown],
    ['text/x-vcard', of('\xef\xbb\xbfBEGIN:VCARD\r\nVERSION:3.0'), 'text/vcard'],
    ['text/vcard', of('<script>'), unknown],
  ])('declared as %s, is what the content confirms', (contentType, content, type) => {
    expect(typeOfFile(contentType, content)).toBe(type)
  })

  it.each(['text/html', 'image/svg+xml', 'application/javascript', 'application/xhtml+xml', '', 'x'])(
    'declared as %j, which may run or is not known, is bytes',
    contentType => {
      expect(typeOfFile(contentType, of('<script>'))).toBe(unknown)
    },
  )

  it.each(['image/png', 'image/jpeg', 'application/pdf', 'video/mp4', 'image/webp', 'audio/mpeg'])(
    'is not %s where the content begins otherwise',
    contentType => {
      for (const content of [
        '<!doctype html>',
        '',
        'RIFF\0\0\0\0WAVE',
        `${' '.repeat(2000)}%PDF-`,
        '<!-- %PDF-',
      ])
        expect(typeOfFile(contentType, of(content))).toBeUndefined()
    },
  )

  it.each([
    ['', 'plan.pdf', of('%PDF-1.7'), 'application/pdf'],
    ['application/octet-stream', 'plan.doc', of('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/msword'],
    ['', 'plan.pdf', of('<html>'), unknown],
    ['text/html', 'plan.pdf', of('%PDF-1.7'), unknown],
  ])('declared as %j, with the name %s, is what the content confirms', (contentType, name, content, type) => {
    expect(typeOfFile(contentType, content, name)).toBe(type)
  })

  it('is no text if the content has a zero byte', () => {
    expect(typeOfFile('text/plain', of('a\0b'))).toBeUndefined()
  })
})

describe('the name of a file', () => {
  it.each([
    ['Zufahrt.pdf', 'Zufahrt.pdf'],
    ['C:\\Users\\Olivia\\plan.png', 'plan.png'],
    ['../../etc/passwd', 'passwd'],
    ['Grüße \u202egnp.exe', 'Grüße  gnp.exe'],
    ['', 'file'],
    ['\u200b\u200d', 'file'],
    ['می\u200cخواهم 👩\u200d👧.pdf', 'می\u200cخواهم 👩\u200d👧.pdf'],
    ['..', '..'],
    ['a/', 'file'],
  ])('%j is kept as %j', (path, name) => {
    expect(nameOfFile(path)).toBe(name)
  })

  it('is never empty, too long, or of several lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), path => {
        const name = nameOfFile(path)
        expect(name).toMatch(/^[^/\\"]+$/)
        expect(name).not.toMatch(/(?![\u200c\u200d])\p{C}/u)
        expect([...name].length).toBeLessThanOrEqual(150)
      }),
    )
  })
})
