import './app/styles.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadEarly } from './app/page-code.ts'
import { startSession } from './session/session.ts'
import { prepareFormats } from './ui/formats.ts'

Object.assign(globalThis, {
  // The page's policy forbids the code that zod would make of text, and browsers report the try. Its `config` is 4 KB more at first.
  __zod_globalConfig: { jitless: true },
  // Else Firebase looks for a configuration in the cookies, for which the page waits.
  __FIREBASE_DEFAULTS__: {},
})
startSession()
const root = document.getElementById('root')
if (root)
  // In pieces, so that the page answers to keys meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
// Tasks of their own, between which the browser paints and answers: nobody waits for what they do yet.
for (const run of [...loadEarly(location.pathname), ...prepareFormats]) setTimeout(run)
