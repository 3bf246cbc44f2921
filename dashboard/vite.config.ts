import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built for Hosting. What the API and the dashboard share is imported from the functions' sources. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: {
      '@functions': path.resolve(import.meta.dirname, '../functions/src'),
      // Only the routing of instantsearch needs it, which is not used: 14 KB of a page's first load.
      qs: path.resolve(import.meta.dirname, 'no-qs.ts'),
    },
  },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', manifest: true, assetsInlineLimit: 0 },
})
