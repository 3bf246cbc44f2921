'use strict'

// Whoever serves one function loads no other, in a container or for the emulator; what deploys asks for all of them.
const { FUNCTION_TARGET, FUNCTIONS_CONTROL_API, FUNCTIONS_EMULATOR } = process.env
const overHttps = ['integrations', 'chat', 'webhooks']
const byTheClock = [
  ...['workdue', 'watchroles', 'watchchannels'],
  ...['sweepbookingfeed', 'sweepinbound', 'comparesearch'],
]
// The emulator calls the latter as events.
const alone = FUNCTIONS_EMULATOR === 'true' ? overHttps : [...overHttps, ...byTheClock]

module.exports =
  !FUNCTIONS_CONTROL_API && alone.includes(FUNCTION_TARGET)
    ? require('./over-https.js')
    : require('./index.js')
