import { isBlank } from '../text.ts'
import { mediaType, safeType } from './file-type.ts'

export const maxFileBytes = 16 * 1024 * 1024
export const mostFilesOfMessage = 10

type Check = (content: Uint8Array) => boolean

const says =
  (text: string, from = 0): Check =>
  content =>
    [...text].every((letter, at) => content[from + at] === letter.charCodeAt(0))
const all =
  (...checks: Check[]): Check =>
  content =>
    checks.every(check => check(content))
const any =
  (...checks: Check[]): Check =>
  content =>
    checks.some(check => check(content))

const isText: Check = content => !content.includes(0)

/** Writers may put such bytes first; readers skip them. */
const blank = new Set([...' \t\n\f\r\0\xef\xbb\xbf'].map(letter => letter.charCodeAt(0)))
const mostBlank = 1024

const begins =
  (text: string): Check =>
  content => {
    const at = content.subarray(0, mostBlank).findIndex(byte => !blank.has(byte))
    return at !== -1 && says(text, at)(content)
  }
const inBoxes = says('ftyp', 4)
const zipped = says('PK\x03\x04')
/** Office until 2003, whose types other texts and tables carry, too. */
const old = says('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const office = 'application/vnd.openxmlformats-officedocument'

/** No type here can run in a page. */
const checks = {
  'image/jpeg': says('\xff\xd8\xff'),
  'image/png': says('\x89PNG\r\n\x1a\n'),
  'image/gif': says('GIF8'),
  'image/webp': all(says('RIFF'), says('WEBP', 8)),
  'image/heic': inBoxes,
  'image/heif': inBoxes,
  'application/pdf': begins('%PDF-'),
  'video/mp4': inBoxes,
  'video/3gpp': inBoxes,
  'video/quicktime': inBoxes,
  'audio/mp4': inBoxes,
  'audio/aac': any(says('\xff\xf1'), says('\xff\xf9'), says('ADIF')),
  'audio/mpeg': content =>
    says('ID3')(content) || (content[0] === 0xff && ((content[1] ?? 0) & 0xe0) === 0xe0),
  'audio/ogg': says('OggS'),
  'audio/amr': says('#!AMR'),
  'text/plain': isText,
  'text/csv': isText,
  'text/vcard': begins('BEGIN:VCARD'),
  'text/calendar': begins('BEGIN:VCALENDAR'),
  'application/rtf': begins('{\\rtf'),
  'application/zip': zipped,
  'application/msword': old,
  'application/vnd.ms-excel': old,
  'application/vnd.ms-powerpoint': old,
  [`${office}.wordprocessingml.document`]: zipped,
  [`${office}.spreadsheetml.sheet`]: zipped,
  [`${office}.presentationml.presentation`]: zipped,
} as const satisfies Record<string, Check>

export type FileType = keyof typeof checks

const isKnown = (type: string): type is FileType => Object.hasOwn(checks, type)

/** Other formats often carry these types; such files are bytes. */
const loose = new Set<string>([
  'text/csv',
  'text/vcard',
  'text/calendar',
  'application/rtf',
  'application/zip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
])

/** Undefined for another type's content; unknown types are bytes. */
export function typeOfFile(contentType: string, content: Uint8Array, name = ''): string | undefined {
  const type = mediaType(contentType, name)
  if (isKnown(type) && checks[type](content)) return type
  return !isKnown(type) || loose.has(type) || mediaType(contentType) !== type ? safeType('') : undefined
}

export function nameOfFile(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? ''
  const shown = last.replace(/(?![\u200c\u200d])[\p{C}"<>|:*?]/gu, ' ').trim()
  return isBlank(shown) ? 'file' : [...shown].slice(0, 150).join('').toWellFormed()
}
