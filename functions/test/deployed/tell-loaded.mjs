// Writes the URL of every loaded module to the file `LOADED_FILES`; a pipe could cut lines while its reader is busy.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_FILES, `${url}\n`)
    return next(url, context)
  },
})
