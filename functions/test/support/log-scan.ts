import { sandboxCredentials } from '../../../sandbox/src/index.ts'

/** Credentials of the sandbox that a log may not show; ids and senders are none. */
export const sandboxSecrets: readonly string[] = [
  sandboxCredentials.channelManagerApiKey,
  sandboxCredentials.channelManagerWebhookSecret,
  sandboxCredentials.twilioAuthToken,
  sandboxCredentials.sendgridApiKey,
  sandboxCredentials.algoliaApiKey,
  sandboxCredentials.algoliaSearchKey,
  sandboxCredentials.guestPlatformApiKey,
]

/** The functions' own lines, as opposed to the emulators around them. */
export const ourLines = (log: string): string[] => log.split('\n').filter(line => line.startsWith('>'))

/** The functions' structured lines of that event; an error's goes on with a stack. */
export const eventsOf = (log: string, event: string): string[] => {
  const begins = [`"message":"${event}"`, `"message":"Error: ${event}\\n`]
  return ourLines(log).filter(line => begins.some(begin => line.includes(begin)))
}

/** Data that the text shows, plain, escaped, percent-encoded, as base64 or in another case. */
export function leaksIn(text: string, data: readonly string[]): string[] {
  const lower = text.toLowerCase()
  return data.filter(
    datum =>
      plainForms(datum).some(form => lower.includes(form.toLowerCase())) ||
      base64Forms(datum).some(form => text.includes(form)),
  )
}

const plainForms = (datum: string): string[] => [
  datum,
  JSON.stringify(datum).slice(1, -1),
  encodeURIComponent(datum),
  new URLSearchParams({ '': datum }).toString().slice(1),
]

/** Base64 of the datum wherever in the encoded text it begins, without the characters that its neighbours share. */
const base64Forms = (datum: string): string[] =>
  [0, 1, 2].flatMap(before => {
    const bytes = Buffer.from('\0'.repeat(before) + datum)
    const cut = (encoded: string) =>
      encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
    return [cut(bytes.toString('base64')), cut(bytes.toString('base64url'))]
  })

/** Data that no log line may show, whichever test it is from: by their looks, and the sandbox's credentials. */
export const leaksOfRun = (text: string): string[] => [
  ...[...text.matchAll(suspect)].map(([found]) => found),
  ...leaksIn(text, sandboxSecrets),
]

/** A number with its country's code, an e-mail address, a JSON Web Token, credentials in a header, a message's text (`uniqueText`). */
const suspect =
  /(?:\+|%2B)[1-9]\d{7,14}|[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}|eyJ[\w-]{8,}\.[\w-]+|(?:Bearer|Basic) [\w.+/=-]{8,}|this is text-[\w-]+/gi
