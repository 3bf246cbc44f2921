import { isShown, safeType } from '../../lib/chat/attachments/file-type.ts'

/** Of a file that a browser gets: nothing that may run is opened in a page. */
export const fileHeaders = (type: string, fileName: string): Record<string, string> => {
  const contentType = safeType(type)
  return {
    'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': `${isShown(contentType) ? 'inline' : 'attachment'}; ${named(fileName)}`,
    ...harmless,
  }
}

/** The same for a vendor, which needs the very type. */
export const vendorHeaders = (type: string, fileName: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; ${named(fileName)}`,
  ...harmless,
})

const harmless = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' }

/** A name that is not plain is said twice, as browsers do. */
function named(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return plain === fileName
    ? `filename="${plain}"`
    : `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escaped)}`
}

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
