'use strict'

// Whoever serves one function loads no other, in a container or for the emulator; what deploys asks for all of them.
const { FUNCTION_TARGET, FUNCTIONS_CONTROL_API } = process.env
const overHttps = ['integrations', 'chat', 'webhooks']

module.exports =
  !FUNCTIONS_CONTROL_API && overHttps.includes(FUNCTION_TARGET)
    ? require('./over-https.js')
    : require('./index.js')
