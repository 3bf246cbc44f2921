/** From web pages: entities, tags, escaped line ends. */
const debris: readonly [RegExp, string][] = [
  [/\\[nrt]/g, ', '],
  [/<[^<>]{1,60}>/g, ', '],
  [/(?:&|\band)(?:amp;)+/gi, ' & '],
  [/&(?:nbsp|#160);/gi, ' '],
  [/&(?:quot|#34|lt|gt|laquo|raquo);/gi, ', '],
  [/&(?:apos|#0?39|rsquo|lsquo|#8217);/gi, "'"],
  [/&ndash;|&mdash;|&#8211;/gi, ' - '],
]

/** Characters: work grows faster than length, and the channel manager has no limit. */
const longestRead = 300

export const plainText = (name: string): string =>
  debris.reduce((text, [pattern, instead]) => text.replace(pattern, instead), name.slice(0, longestRead))

/** Of suppliers, beyond the word lists. */
const short: Readonly<Record<string, string>> = {
  sv: 'sea view',
  ov: 'ocean view',
  gv: 'garden view',
  cv: 'city view',
  pv: 'pool view',
  ns: 'non smoking',
  kb: 'king bed',
  qb: 'queen bed',
  k: 'king',
  q: 'queen',
}
const shortWord = /\b(?:[sogcp]v|ns)\b/gi
const shortBeds = /\b(\d) ?(kb?|qb?)\b/gi

const counted =
  /(\d)(ad|adt|adts|adults?|pax|br|bdrm|bedrooms?|beds?|kings?|queens?|doubles?|twins?|sqm|sqft|m2)\b/gi

/** "SeaView", "2AD", "30sqm", "2QB". */
export const apart = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(counted, '$1 $2')
    .replace(shortBeds, (_, count: string, bed: string) => `${count} ${short[bed.toLowerCase()]}`)
    .replace(shortWord, word => short[word.toLowerCase()] ?? word)

export const normalize = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
