/** No type here can run code, unlike SVG. */
const shown =
  /^(?:image\/(?:avif|bmp|gif|heic|heif|jpeg|png|webp)|(?:audio|video)\/[\w.+-]{1,100}|application\/pdf|text\/plain)$/

const unknownType = 'application/octet-stream'

const office = 'application/vnd.openxmlformats-officedocument'

const endings = new Map([
  ['image/jpeg', 'jpg'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/3gpp', '3gp'],
  ['video/3gpp', '3gp'],
  ['video/quicktime', 'mov'],
  ['text/plain', 'txt'],
  [unknownType, 'bin'],
])

const downloaded = new Map([
  ['text/vcard', 'vcf'],
  ['text/csv', 'csv'],
  ['text/calendar', 'ics'],
  ['application/rtf', 'rtf'],
  ['application/zip', 'zip'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  [`${office}.wordprocessingml.document`, 'docx'],
  [`${office}.spreadsheetml.sheet`, 'xlsx'],
  [`${office}.presentationml.presentation`, 'pptx'],
])

const otherNames: Readonly<Record<string, string>> = {
  [unknownType]:
    'binary/octet-stream application/x-octet-stream application/x-download application/force-download',
  'image/jpeg': 'image/jpg image/pjpeg image/jfif image/x-jpeg',
  'image/png': 'image/x-png',
  'image/bmp': 'image/x-bmp image/x-ms-bmp image/x-windows-bmp',
  'image/heic': 'image/x-heic',
  'image/heif': 'image/x-heif',
  'audio/mpeg': 'audio/mp3 audio/x-mp3 audio/x-mpeg audio/mpeg3 audio/x-mpeg-3 audio/mpg audio/x-mpg',
  'audio/mp4': 'audio/m4a audio/x-m4a audio/x-mp4 audio/mp4a-latm',
  'audio/aac': 'audio/x-aac audio/aacp',
  'audio/ogg': 'audio/opus audio/x-ogg audio/x-opus+ogg application/ogg',
  'audio/amr': 'audio/amr-nb audio/x-amr',
  'audio/wav': 'audio/x-wav audio/wave audio/vnd.wave audio/x-pn-wav',
  'video/mp4': 'video/m4v video/x-m4v video/x-mp4 video/mpeg4 application/mp4',
  'video/3gpp': 'video/3gp video/x-3gp',
  'video/quicktime': 'video/mov video/x-quicktime',
  'application/pdf': 'application/x-pdf application/acrobat application/vnd.pdf text/pdf text/x-pdf',
  'text/vcard': 'text/x-vcard text/v-card text/directory application/vcard application/x-vcard',
  'text/csv': 'text/x-csv text/comma-separated-values application/csv application/x-csv',
  'text/calendar': 'text/x-vcalendar text/ics application/ics application/calendar',
  'application/rtf': 'text/rtf text/richtext application/x-rtf',
  'application/zip': 'application/x-zip application/x-zip-compressed',
  'application/msword':
    'application/doc application/word application/x-msword application/vnd.msword application/vnd.ms-word',
  'application/vnd.ms-excel':
    'application/xls application/excel application/x-excel application/msexcel application/x-msexcel',
  'application/vnd.ms-powerpoint':
    'application/ppt application/powerpoint application/mspowerpoint application/x-mspowerpoint',
  [`${office}.wordprocessingml.document`]: 'application/docx',
  [`${office}.spreadsheetml.sheet`]: 'application/xlsx',
  [`${office}.presentationml.presentation`]: 'application/pptx',
}
const registered = new Map(
  Object.entries(otherNames).flatMap(([type, names]) => names.split(' ').map(name => [name, type] as const)),
)

const plainEndings =
  'image/png image/gif image/webp image/heic image/heif audio/aac audio/ogg audio/amr video/mp4'
const byEnding = new Map([
  ...[...downloaded, ...endings].map(([type, ending]) => [ending, type] as const),
  ...plainEndings.split(' ').map(type => [type.slice(6), type] as const),
  ['jpeg', 'image/jpeg'],
  ['opus', 'audio/ogg'],
  ['pdf', 'application/pdf'],
])

/** Without a type the file's name decides. */
export function mediaType(contentType: string, name = ''): string {
  const [first = ''] = contentType.toLowerCase().split(';')
  const type = registered.get(first.trim()) ?? first.trim()
  if (type !== '' && type !== unknownType) return type
  return byEnding.get(/\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '') ?? unknownType
}

/** `application/octet-stream` for unknown types and types that may run. */
export function safeType(contentType: string): string {
  const type = mediaType(contentType)
  return isShown(type) || downloaded.has(type) ? type : unknownType
}

export const isShown = (type: string): boolean => shown.test(type)

/** `attachment-1.jpg` for the first one. */
export function fileName(index: number, type: string): string {
  const subtype = type.split('/')[1] ?? ''
  const byType = endings.get(type) ?? downloaded.get(type)
  const ending = byType ?? (/^[a-z0-9]{1,8}$/.test(subtype) ? subtype : 'bin')
  return `attachment-${index + 1}.${ending}`
}
