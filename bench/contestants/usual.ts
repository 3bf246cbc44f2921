// The same functions with every module and SDK of all of them loaded at the top: built in one piece (bench/yard.ts),
// which puts there what the index imports when it is first called; only the whole of Twilio's SDK must be named, since
// the adapter takes parts of it.
import 'twilio'

export { chat } from '../../functions/src/index.ts'
