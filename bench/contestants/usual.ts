// The usual shape of a Functions codebase: the same functions, with every module and SDK of all of them loaded at the
// top. Built in one piece (bench/yard.ts), which puts the handlers, the adapters and what they import there; only the
// whole of Twilio's SDK must be named, since our adapter takes parts of it.
import 'twilio'

import { functions } from '../../functions/src/index.ts'

export const { chat } = functions
