'use strict'

// Whoever serves one function loads no other, in a container or for the emulator; what deploys asks for all of them.
const { FUNCTION_TARGET, FUNCTIONS_CONTROL_API, FUNCTIONS_EMULATOR } = process.env
const overHttps = ['integrations', 'chat', 'webhooks']
const byTheClock = [
  ...['workdue', 'watchroles', 'watchchannels'],
  ...['sweepbookingfeed', 'sweepinbound', 'comparesearch'],
]
const onEvents = [
  ...['delivermessage', 'forwardmessage', 'syncthreadonmessage'],
  ...['syncthread', 'sendemail', 'provechannel'],
]

function entry() {
  if (FUNCTIONS_CONTROL_API || FUNCTION_TARGET === undefined) return './index.js'
  if (onEvents.includes(FUNCTION_TARGET)) return './events.js'
  // The emulator calls what runs by the clock as events.
  const alone = FUNCTIONS_EMULATOR === 'true' ? overHttps : [...overHttps, ...byTheClock]
  return alone.includes(FUNCTION_TARGET) ? './over-https.js' : './index.js'
}

module.exports = require(entry())
