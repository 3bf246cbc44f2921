import { scheduleNames } from '../../functions/src/lib/schedules.ts'
import { scheduledFunctions } from '../stack/sweeps.ts'
import { type Check, check, refuteAny } from './check.ts'

/** The same for the emulators, which need no indexes and read secrets from a file. */
export const localChecks = (functionsOrigin: string): Check[] => [
  check('schedules', async () => {
    const names = (await scheduledFunctions(functionsOrigin)).map(({ name }) => name)
    const missing = scheduleNames.filter(name => !names.includes(name))
    refuteAny(missing, 'not loaded', 'Stop it and start it again: npm start')
    return `all ${scheduleNames.length} are loaded`
  }),
]
