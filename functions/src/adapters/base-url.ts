/** A base URL without trailing slashes. Throws now if invalid, rather than in a call that may have been made. */
export const baseUrl = (url: string): string => new URL(url).href.replace(/(?<!\/)\/+$/, '')
