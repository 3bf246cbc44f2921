import { rm } from 'node:fs/promises'
import { build } from 'esbuild'

/**
 * Bundles the functions into `functions/dist`: our own code in split chunks, so that a request loads only what it
 * needs; dependencies stay imports and are installed from `functions/package.json`.
 */
const outdir = 'functions/dist'
await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: ['functions/src/index.ts'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  packages: 'external',
  sourcemap: true,
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
})
