import './globals.ts'
import './app/styles.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadEarly } from './app/page-code.ts'
import { whenIdle } from './live/when-idle.ts'
import { startSession } from './session/session.ts'
import { prepareFormats } from './ui/formats.ts'

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
for (const run of loadEarly(location.pathname)) setTimeout(run)
prepare(prepareFormats)

/** Each when the one before is done, so that none makes another wait. */
function prepare([first, ...others]: readonly (() => void)[]): void {
  if (!first) return
  whenIdle(() => {
    first()
    prepare(others)
  })
}
