import { parseArgs } from 'node:util'
import { StackError } from './errors.ts'
import type { StackOptions } from './stack.ts'

export type WithStackArguments = Omit<StackOptions, 'progress'> & { command: string[]; seed: boolean }

const usage = `Usage: npm run with-stack -- [options] <command …>
  --seed            load the seed data first
  --only firestore  the Firestore emulator alone: nothing is built, no functions, no sandbox
  --no-schedules    only POST $SWEEP_URL runs the scheduled functions
  --env KEY=VALUE   a parameter or secret of the functions, repeatable
  --logs DIR        keep the logs of the emulators and the sandbox there`

const options = {
  seed: { type: 'boolean', default: false },
  only: { type: 'string' },
  'no-schedules': { type: 'boolean', default: false },
  env: { type: 'string', multiple: true, default: [] as string[] },
  logs: { type: 'string' },
} as const

/** Reads the options before the command; the first word that is no option begins the command. */
export function parseWithStackArguments(argv: string[]): WithStackArguments {
  try {
    const { tokens } = parseArgs({ args: argv, options, strict: false, tokens: true })
    const first = tokens.find(({ kind }) => kind !== 'option')
    const command = first ? argv.slice(first.kind === 'positional' ? first.index : first.index + 1) : []
    if (command.length === 0) throw new Error('No command given.')
    const { values } = parseArgs({ args: argv.slice(0, first?.index), options })
    if (values.only !== undefined && values.only !== 'firestore') throw new Error('--only takes firestore.')
    return {
      command,
      seed: values.seed,
      onlyFirestore: values.only === 'firestore',
      withoutSchedules: values['no-schedules'],
      parameters: Object.fromEntries(values.env.map(parameterOf)),
      ...(values.logs !== undefined && { logDir: values.logs }),
    }
  } catch (error) {
    throw new StackError(error instanceof Error ? error.message : String(error), usage)
  }
}

function parameterOf(text: string): [string, string] {
  const [, name, value = ''] = /^([A-Z_][A-Z0-9_]*)=(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new Error(`--env takes KEY=VALUE, not ${text}.`)
  return [name, value]
}
