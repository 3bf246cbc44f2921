/** What is left of a web page in a name: entities, tags, escaped line ends. */
const debris: readonly [RegExp, string][] = [
  [/\\[nrt]/g, ', '],
  [/<[^<>]{1,60}>/g, ', '],
  [/(?:&|\band)(?:amp;)+/gi, ' & '],
  [/&(?:nbsp|#160);/gi, ' '],
  [/&(?:quot|#34|lt|gt|laquo|raquo);/gi, ', '],
  [/&(?:apos|#0?39|rsquo|lsquo|#8217);/gi, "'"],
  [/&ndash;|&mdash;|&#8211;/gi, ' - '],
]

/** Characters of a name that are read; the channel manager sets no limit, and work on a name grows faster than its length. */
const longestRead = 300

/** A name as text. */
export const plainText = (name: string): string =>
  debris.reduce((text, [pattern, instead]) => text.replace(pattern, instead), name.slice(0, longestRead))

/** What suppliers shorten beyond what a word list can say. */
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

/** What can be written right after its number. */
const counted =
  /(\d)(ad|adt|adts|adults?|pax|br|bdrm|bedrooms?|beds?|kings?|queens?|doubles?|twins?|sqm|sqft|m2)\b/gi

/** Words written together or shortened, apart: "SeaView", "2AD", "30sqm", "2QB". */
export const apart = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(counted, '$1 $2')
    .replace(shortBeds, (_, count: string, bed: string) => `${count} ${short[bed.toLowerCase()]}`)
    .replace(shortWord, word => short[word.toLowerCase()] ?? word)
