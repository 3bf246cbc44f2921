import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brand } from './src/brand.ts'

const branding: Plugin = {
  name: 'brand',
  transformIndexHtml: html => html.replaceAll('%BRAND%', brand.name),
  generateBundle() {
    const plate = `<rect width="32" height="32" rx="7" fill="${brand.accent[8]}"/>`
    const mark = `<path d="${brand.mark}" fill="#fff"/>`
    const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${brand.name}</title>${plate}${mark}</svg>`
    this.emitFile({ type: 'asset', fileName: 'favicon.svg', source })
  },
}

/** Nothing is shown before it is known who is signed in: what finds that out is loaded beside the page, not after it. */
const preloadAuth: Plugin = {
  name: 'preload-auth',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const auth = Object.values(bundle).find(
        ({ name, type }) => type === 'chunk' && name === 'firebase-auth',
      )
      const files = auth?.type === 'chunk' ? [auth.fileName, ...auth.imports] : []
      return files.map(file => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      }))
    },
  },
}

/** Redoc's script for the page of the API (`/api/docs`), without a picture that it asks another host for. */
const redoc: Plugin = {
  name: 'redoc',
  apply: 'build',
  generateBundle() {
    const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
    const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
    const script = readFileSync(file, 'utf8')
    if (!script.includes(logo))
      this.error('Redoc has no such logo any more: see whether it asks other hosts.')
    const emit = (name: string, source: string) =>
      this.emitFile({ type: 'asset', fileName: `docs-assets/redoc.standalone.js${name}`, source })
    emit('', script.replace(logo, 'data:,'))
    emit('.LICENSE.txt', readFileSync(`${file}.LICENSE.txt`, 'utf8'))
  },
}

/** Built for Hosting. Code shared with the API is imported from the functions' sources. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), branding, preloadAuth, redoc],
  resolve: {
    alias: {
      '@functions': path.resolve(import.meta.dirname, '../functions/src'),
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    // The first code of every page comes in one file: a slow line waits for each of many small ones.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
