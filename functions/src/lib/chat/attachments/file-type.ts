/** What a browser may show by itself; everything else is bytes to it. */
const shown = /^(?:(?:image|audio|video)\/[\w.+-]{1,100}|application\/pdf|text\/plain|text\/vcard)$/

const unknownType = 'application/octet-stream'

/** A content type without parameters, or that of mere bytes when it is none that may be shown. */
export function safeType(contentType: string): string {
  const [type = ''] = contentType.toLowerCase().split(';')
  const trimmed = type.trim()
  return shown.test(trimmed) ? trimmed : unknownType
}

const endings = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['text/plain', 'txt'],
  ['text/vcard', 'vcf'],
  [unknownType, 'bin'],
])

/** `attachment-1.jpg` for the first one. */
export function fileName(index: number, type: string): string {
  const subtype = type.split('/')[1] ?? ''
  const ending = endings.get(type) ?? (/^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin')
  return `attachment-${index + 1}.${ending}`
}
