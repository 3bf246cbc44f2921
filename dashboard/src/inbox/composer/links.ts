/** Where a link stands in a text, its end not included. */
export interface Link {
  from: number
  to: number
}

const domains =
  'com|net|org|info|biz|io|app|co|me|eu|de|fr|it|es|pt|nl|be|ch|at|uk|ie|pl|se|dk|no|fi|gr|us|travel'
const link = new RegExp(
  `(?:https?:\\/\\/|www\\.)[^\\s<>]+|(?<![\\p{L}\\p{N}@._-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${domains})(?![\\p{L}\\p{N}_-])(?:[/?#:][^\\s<>]*)?`,
  'giu',
)
/** Punctuation behind a link is not of it. */
const after = /[.,;:!?'"”’»)\]}]+$/u

/** The possible links in a text: addresses with a scheme or `www`, and names of sites. */
export const linksIn = (text: string): Link[] =>
  [...text.matchAll(link)].flatMap(({ 0: found, index }) => {
    const address = found.replace(after, '')
    return address === '' ? [] : [{ from: index, to: index + address.length }]
  })
