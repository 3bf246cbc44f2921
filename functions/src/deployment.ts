import { setGlobalOptions } from 'firebase-functions/options'
import { createContext } from './composition.ts'
import { secrets, settings } from './config.ts'
import type { FunctionRow } from './functions.ts'

setGlobalOptions({ region: 'europe-west1', memory: '512MiB', invoker: 'public' })

/** As the SDK takes them. */
export const optionsOf = ({ size, timeoutSeconds, secrets: names = [] }: FunctionRow) => ({
  ...size,
  ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  secrets: names.map(name => secrets[name]),
})

export const context = createContext({ settings })
