// Says of every module which file it was loaded from, for a process whose loading is looked at.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    process._rawDebug(`loaded ${url}`)
    return next(url, context)
  },
})
