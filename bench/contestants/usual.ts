// The project's chat function with every module and SDK of all functions loaded at the top. The build in one piece
// (bench/bench-system.ts) moves modules there that the index imports at a first call. Packages that a module imports at first
// use are named here, as is the whole of Twilio's SDK, of which the adapter imports parts.
import 'google-auth-library'
import 'libphonenumber-js/max'
import 'libphonenumber-js/min'
import 'temporal-polyfill'
import 'twilio'

export { chat } from '../../functions/src/index.ts'
