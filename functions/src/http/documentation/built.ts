/** The document changes with a deployment only. */
export const builtHeaders = { 'Cache-Control': 'public, max-age=300' }
