/** With characters that fonts ignore (Unicode's `Default_Ignorable_Code_Point`), and the blank of Braille. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u

export const isBlank = (text: string): boolean => unseen.test(text)

/** Marks direct or hide letters; Persian, Hindi and emoji need the two joiners. */
const marks = /(?![\u200c\u200d])[\p{Cf}\p{Cn}\p{Co}]/gu

export const plainName = (text: string): string =>
  isBlank(text)
    ? ''
    : text
        .toWellFormed()
        .replace(marks, '')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()

/** HTML 4.01: ISO 8859-1 from U+00A0, Greek, others. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const greek =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega'
const others =
  'amp& lt< gt> quot" apos\' OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Yuml\u0178 fnof\u0192 circ\u02c6 tilde\u02dc sigmaf\u03c2 ensp\u2002 emsp\u2003 thinsp\u2009 zwnj\u200c zwj\u200d ndash\u2013 mdash\u2014 lsquo\u2018 rsquo\u2019 sbquo\u201a ldquo\u201c rdquo\u201d bdquo\u201e dagger\u2020 Dagger\u2021 bull\u2022 hellip\u2026 permil\u2030 prime\u2032 Prime\u2033 lsaquo\u2039 rsaquo\u203a euro\u20ac trade\u2122 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 minus\u2212 hearts\u2665'

const inARow = (names: string, first: number) =>
  names.split(' ').map((name, at) => [name, String.fromCodePoint(first + at)] as const)

const entities: ReadonlyMap<string, string> = new Map([
  ...inARow(latin1, 0xa0),
  ...inARow(greek, 0x391),
  ...inARow(greek.toLowerCase(), 0x3b1),
  ...others.split(' ').map(pair => [pair.slice(0, -1), pair.slice(-1)] as const),
])

/** Entities are decoded once: `&amp;lt;` is `&lt;`. Unstorable ones stay. */
export const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,7}));/g,
    (as, decimal?: string, hex?: string, name?: string) =>
      (name ? entities.get(name) : letterAt(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))) ??
      as,
  )

function letterAt(code: number): string | undefined {
  if (code < 32 ? ![9, 10, 13].includes(code) : code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    return undefined
  // HTML reads these as Windows does.
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
  return String.fromCodePoint(code)
}
