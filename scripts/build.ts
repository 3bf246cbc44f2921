import { rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { apiDocument } from './api/document.ts'

/**
 * Bundles the functions with their dependencies into `functions/dist`, or the folder that is named, in split chunks: a
 * cold start reads a few files instead of a thousand, and a vendor's SDK only when it is first called.
 */
const outdir = process.argv[2] ?? 'functions/dist'
// Names that a CommonJS package expects to find around it.
const commonJs = `import { createRequire as commonJsRequire } from 'node:module'
const require = commonJsRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: ['functions/src/index.ts'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  banner: { js: commonJs },
  sourcemap: 'linked',
  sourcesContent: false,
  // A cold start parses half as much.
  minifyWhitespace: true,
  minifySyntax: true,
  // functions-framework looks for no package.json: a tenth of a cold start.
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
  // The document that `functions/src/http/documentation.ts` serves.
  define: { builtOpenApi: JSON.stringify(JSON.stringify(apiDocument())) },
})
