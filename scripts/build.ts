import { readFile, rm, writeFile } from 'node:fs/promises'
import { build, transform } from 'esbuild'
import { httpsNames, triggerNames } from '../functions/src/functions.ts'
import { scheduleNames } from '../functions/src/lib/schedules.ts'
import { apiDocument } from './api/document.ts'
import { lazyRoutes } from './build/lazy-routes.ts'

/**
 * Bundles the functions with their dependencies into `functions/dist` or the folder that is named, in split chunks: a request loads only what it
 * needs, and a cold start reads a few files instead of a thousand (docs/decisions/009).
 */
const outdir = process.argv[2] ?? 'functions/dist'
// What a CommonJS package expects to find around it.
const commonJs = `import { createRequire as commonJsRequire } from 'node:module'
const require = commonJsRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: ['functions/src/index.ts', 'functions/src/over-https.ts', 'functions/src/events.ts'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  banner: { js: commonJs },
  sourcemap: 'linked',
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
  plugins: [lazyRoutes],
  // What `functions/src/http/documentation/openapi.ts` serves.
  define: { builtOpenApi: JSON.stringify(JSON.stringify(apiDocument())) },
})
const names = { https: httpsNames, schedules: scheduleNames, triggers: triggerNames }
const main = await transform(await readFile('functions/src/main.cjs', 'utf8'), {
  define: { builtNames: JSON.stringify(names) },
})
await writeFile(`${outdir}/main.cjs`, main.code)
