'use strict'

// Whoever serves one function loads no other, in a container or for the emulator; what deploys asks for all of them.
const { FUNCTION_TARGET, FUNCTIONS_CONTROL_API, FUNCTIONS_EMULATOR } = process.env
/** The names of `functions.ts` by kind, put in when the functions are built (`scripts/build.ts`). */
const { https, schedules, triggers } = builtNames

function entry() {
  if (FUNCTIONS_CONTROL_API || FUNCTION_TARGET === undefined) return './index.js'
  if (triggers.includes(FUNCTION_TARGET)) return './events.js'
  // The emulator calls what runs by the clock as events.
  const alone = FUNCTIONS_EMULATOR === 'true' ? https : [...https, ...schedules]
  return alone.includes(FUNCTION_TARGET) ? './over-https.js' : './index.js'
}

module.exports = require(entry()).functions
