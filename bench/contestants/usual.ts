// The same functions with every module and SDK of all of them loaded at the top: built in one piece (bench/yard.ts),
// which puts there what the index imports when it is first called; packages that a module imports at its first use must
// be named, and the whole of Twilio's SDK, since the adapter takes parts of it.
import 'google-auth-library'
import 'libphonenumber-js/max'
import 'libphonenumber-js/min'
import 'temporal-polyfill'
import 'twilio'

export { chat } from '../../functions/src/index.ts'
