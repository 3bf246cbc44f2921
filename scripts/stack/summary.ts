import type { SeedSummary } from '../seed.ts'
import { columns } from './columns.ts'
import { defaultPorts } from './ports.ts'
import type { Stack } from './stack.ts'

type Addresses = Pick<Stack, 'env' | 'ports'>

/** What `npm start` prints once: where things are, who can sign in, what to try. */
export function summary({ env, ports }: Addresses, { users, tryIt }: SeedSummary): string {
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
  const sections = ['\nAddresses', table(addresses), ...otherPorts(ports, env)]
  if (users.length > 0) {
    const rows = users.map(({ name, email, role, password }) => [name, email, password, role])
    sections.push('\nUsers', table([['name', 'e-mail', 'password', 'role'], ...rows]))
  }
  if (tryIt.length > 0) {
    const requests = tryIt.map(
      ({ title, command }, index) => `  ${index + 1}. ${title}\n${command.replace(/^/gm, '     ')}`,
    )
    sections.push('\nTry', requests.join('\n\n'))
  }
  return `${sections.join('\n')}\n\nCtrl-C stops everything.\n`
}

const table = (rows: (string | undefined)[][]): string => columns(rows).replace(/^/gm, '  ')

const forCommands = ['API_URL', 'FIRESTORE_EMULATOR_HOST', 'FUNCTIONS_EMULATOR_ORIGIN'] as const

function otherPorts(ports: Stack['ports'], env: Stack['env']): string[] {
  const shown = ['hosting', 'functions', 'firestore', 'auth', 'sandbox', 'sweep'] as const
  const moved = shown.filter(name => ports[name] !== defaultPorts[name])
  if (moved.length === 0) return []
  return [
    `  Taken on this machine, so replaced: ${moved.map(name => `${name} ${defaultPorts[name]}`).join(', ')}`,
    `  For \`npm run verify\` and \`ops\`: export ${forCommands.map(name => `${name}=${env[name]}`).join(' ')}`,
  ]
}
