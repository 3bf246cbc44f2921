import { isShown, safeType } from '../lib/chat/file-type.ts'

/** A page opens nothing that may run. */
export const fileHeaders = (type: string, fileName: string): Record<string, string> => {
  const contentType = safeType(type)
  return {
    'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': `${isShown(contentType) ? 'inline' : 'attachment'}; ${named(fileName)}`,
    ...harmless,
  }
}

/** A vendor needs the exact type. */
export const vendorHeaders = (type: string, fileName: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; ${named(fileName)}`,
  ...harmless,
})

const harmless = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' }

function named(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return plain === fileName
    ? `filename="${plain}"`
    : `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escaped)}`
}

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
