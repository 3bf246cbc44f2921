// Writes to the file `LOADED_FILES` where every module is loaded from: a line in a pipe can be cut when its reader is busy.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_FILES, `${url}\n`)
    return next(url, context)
  },
})
