import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** Built for Hosting. What the API and the dashboard share is imported from the functions' sources. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadAuth],
  resolve: {
    alias: {
      '@functions': path.resolve(import.meta.dirname, '../functions/src'),
      // Only the routing of instantsearch needs it, which is not used: 14 KB of a page's first load.
      qs: path.resolve(import.meta.dirname, 'no-qs.ts'),
    },
  },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', manifest: true, assetsInlineLimit: 0 },
})
