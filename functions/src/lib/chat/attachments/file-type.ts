/** Types a page may display, since none can run code. SVG may contain scripts, so it is not among them. */
const shown =
  /^(?:image\/(?:avif|bmp|gif|heic|heif|jpeg|png|webp)|(?:audio|video)\/[\w.+-]{1,100}|application\/pdf|text\/plain)$/

const unknownType = 'application/octet-stream'

/** The content type without parameters, or `application/octet-stream` if a page may not display it. */
export function safeType(contentType: string): string {
  const [type = ''] = contentType.toLowerCase().split(';')
  const trimmed = type.trim()
  return shown.test(trimmed) ? trimmed : unknownType
}

/** Whether a file of that safe type is displayed; others are downloaded. */
export const isShown = (type: string): boolean => type !== unknownType

const endings = new Map([
  ['image/jpeg', 'jpg'],
  ['audio/mpeg', 'mp3'],
  ['text/plain', 'txt'],
  [unknownType, 'bin'],
])

/** `attachment-1.jpg` for the first one. */
export function fileName(index: number, type: string): string {
  const subtype = type.split('/')[1] ?? ''
  const ending = endings.get(type) ?? (/^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin')
  return `attachment-${index + 1}.${ending}`
}
