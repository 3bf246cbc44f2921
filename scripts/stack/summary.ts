import { isDeepStrictEqual } from 'node:util'
import type { SeedSummary } from '../seed.ts'
import { columns } from './columns.ts'
import { defaultPorts } from './ports.ts'
import type { Stack } from './stack.ts'

/** The lines that `npm start` prints once: where things are, who can sign in, what to try. */
export function summary({ env, ports }: Stack, { users, tryIt }: SeedSummary): string {
  const addresses = [
    ['Dashboard and API', env.API_URL],
    ['Functions', env.FUNCTIONS_EMULATOR_ORIGIN],
    ['Firestore', env.FIRESTORE_EMULATOR_HOST],
    ['Auth', env.FIREBASE_AUTH_EMULATOR_HOST],
    ['Sandbox', env.SANDBOX_URL],
    [
      'Sweeps',
      `${env.SWEEP_URL} (POST runs the scheduled functions now; the most frequent ones every 15 s by themselves)`,
    ],
    ['Log', env.STACK_LOG_FILE],
  ]
  const rows = users.map(({ name, email, role, password }) => [name, email, password, role])
  const requests = tryIt.map(({ title, command }) => `  ${title}\n${command.replace(/^/gm, '     ')}`)
  return [
    '\nAddresses',
    table(addresses),
    ...(isDeepStrictEqual(ports, defaultPorts)
      ? []
      : [`  For \`npm run verify\` and \`ops\`: export ${settings(env)}`]),
    '\nUsers',
    table([['name', 'e-mail', 'password', 'role'], ...rows]),
    '\nTry',
    requests.join('\n\n'),
    '\nCtrl-C stops everything.\n',
  ].join('\n')
}

const table = (rows: (string | undefined)[][]): string => columns(rows).replace(/^/gm, '  ')

/** Variables for a shell, in case another program has some of the default ports. */
const settings = (env: Stack['env']): string =>
  ['API_URL', 'FIRESTORE_EMULATOR_HOST', 'FUNCTIONS_EMULATOR_ORIGIN']
    .map(name => `${name}=${env[name]}`)
    .join(' ')
