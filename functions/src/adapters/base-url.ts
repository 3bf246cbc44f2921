/** Throws before the call if invalid. */
export const baseUrl = (url: string): string => new URL(url).href.replace(/(?<!\/)\/+$/, '')
