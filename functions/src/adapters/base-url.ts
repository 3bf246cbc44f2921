/** A base URL without trailing slashes. Throws when it is none: better now than as a call that may have been made. */
export const baseUrl = (url: string): string => new URL(url).href.replace(/\/+$/, '')
