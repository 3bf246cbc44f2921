import { safeType } from '../attachments/file-type.ts'

/** Most bytes of a file. */
export const maxFileBytes = 16 * 1024 * 1024
/** How many go with a message, whatever its channel takes. */
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
/** Of the many formats that begin with the same box. */
const inBoxes = says('ftyp', 4)
const zipped = says('PK\x03\x04')
const office = 'application/vnd.openxmlformats-officedocument'

/** Types that are known, with what their content begins with. None can run in a page. */
const known = {
  'image/jpeg': says('\xff\xd8\xff'),
  'image/png': says('\x89PNG\r\n\x1a\n'),
  'image/gif': says('GIF8'),
  'image/webp': all(says('RIFF'), says('WEBP', 8)),
  'image/heic': inBoxes,
  'application/pdf': says('%PDF-'),
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
  [`${office}.wordprocessingml.document`]: zipped,
  [`${office}.spreadsheetml.sheet`]: zipped,
  [`${office}.presentationml.presentation`]: zipped,
} as const satisfies Record<string, Check>

export type FileType = keyof typeof known

const isKnown = (type: string): type is FileType => Object.hasOwn(known, type)

/**
 * The type by which a file is kept: the one that its sender says, if it is known and the content begins as such files
 * do; undefined where it begins otherwise. What nobody knows is bytes.
 */
export function typeOfFile(said: string, content: Uint8Array): string | undefined {
  const [type = ''] = said.toLowerCase().split(';')
  const trimmed = type.trim()
  if (!isKnown(trimmed)) return safeType('')
  return known[trimmed](content) ? trimmed : undefined
}

/** A file name without what leads elsewhere or cannot be shown. */
export function nameOfFile(said: string): string {
  const last = said.split(/[\\/]/).at(-1) ?? ''
  const shown = last.replace(/[\p{C}"<>|:*?]/gu, ' ').trim()
  return [...shown].slice(0, 150).join('').toWellFormed() || 'file'
}
