import { StackError } from './errors.ts'

export type WithStackArguments = {
  command: string[]
  seed: boolean
  onlyFirestore: boolean
  withoutSchedules: boolean
  parameters: Record<string, string>
  logDir?: string
  functionsDir?: string
  sandboxDir?: string
}

export const usage = `Usage: npm run with-stack -- [options] <command …>
  --seed            load the seed data first
  --only firestore  the Firestore emulator alone: nothing is built, no functions, no sandbox
  --no-schedules    nothing runs the scheduled functions but POST $SWEEP_URL
  --env KEY=VALUE   a parameter or secret of the functions, repeatable
  --logs DIR        keep the logs of the emulators and the sandbox there
  --functions DIR   run these built functions instead of the project's
  --sandbox DIR     run this sandbox instead of the project's`

const folders = { '--logs': 'logDir', '--functions': 'functionsDir', '--sandbox': 'sandboxDir' } as const

/** Reads the options before the command; the first word that is no option begins the command. */
export function parseWithStackArguments(argv: string[]): WithStackArguments {
  const parsed: WithStackArguments = {
    command: [],
    seed: false,
    onlyFirestore: false,
    withoutSchedules: false,
    parameters: {},
  }
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--seed') parsed.seed = true
    else if (word === '--only') parsed.onlyFirestore = isFirestore(rest.shift())
    else if (word === '--no-schedules') parsed.withoutSchedules = true
    else if (word === '--env') readParameter(rest.shift(), parsed.parameters)
    else if (isFolderOption(word)) parsed[folders[word]] = needValue(word, rest.shift())
    else if (word.startsWith('--') && word !== '--') throw new StackError(`Unknown option ${word}`, usage)
    else {
      parsed.command = word === '--' ? rest : [word, ...rest]
      break
    }
  }
  if (parsed.command.length === 0) throw new StackError('No command given.', usage)
  return parsed
}

function readParameter(text: string | undefined, into: Record<string, string>): void {
  const found = /^([A-Z_][A-Z0-9_]*)=(.*)$/s.exec(needValue('--env', text))
  if (!found?.[1]) throw new StackError(`--env takes KEY=VALUE, not ${text}`, usage)
  into[found[1]] = found[2] ?? ''
}

function isFirestore(value: string | undefined): true {
  if (needValue('--only', value) === 'firestore') return true
  throw new StackError(`--only takes firestore, not ${value}`, usage)
}

function needValue(option: string, value: string | undefined): string {
  if (value === undefined) throw new StackError(`${option} needs a value.`, usage)
  return value
}

function isFolderOption(word: string): word is keyof typeof folders {
  return word in folders
}
