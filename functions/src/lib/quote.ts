export const quoted = (sentence: string, words: string | undefined): string =>
  words === undefined ? sentence : `${sentence} It says: “${words}”`

const form = /^(?<sentence>.*?) It says: “(?<words>.*)”$/s

export function quotedIn(text: string): { sentence: string; words?: string | undefined } {
  const { sentence = text, words } = form.exec(text)?.groups ?? {}
  return { sentence, words }
}
