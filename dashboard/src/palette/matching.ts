/** Entries with words that begin with all words of the text; entries that begin with the text come first. */
export function matching<Entry extends { label: string }>(entries: readonly Entry[], text: string): Entry[] {
  const words = wordsOf(text)
  if (words.length === 0) return [...entries]
  const begins = ({ label }: Entry) => label.toLowerCase().startsWith(text.trim().toLowerCase())
  return entries
    .filter(({ label }) => {
      const theirs = wordsOf(label)
      return words.every(word => theirs.some(one => one.startsWith(word)))
    })
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
