import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describeError } from './stack/errors.ts'
import { repoRoot } from './stack/paths.ts'
import { killGroup } from './stack/processes.ts'
import { Progress } from './stack/progress.ts'
import { onStopRequest, signalExitCode } from './stack/signals.ts'
import { type Stack, startStack } from './stack/stack.ts'
import { parseWithStackArguments } from './stack/with-stack-arguments.ts'

// The launcher's lines go to stderr: stdout belongs to the command.
const progress = new Progress(process.stderr)
let stopSignal: NodeJS.Signals | undefined

async function withStack(): Promise<number> {
  const { command: words, seed, ...options } = parseWithStackArguments(process.argv.slice(2))
  const starting = startStack({ ...options, progress })
  let command: ChildProcess | undefined
  /** Ends the command, or the stack if the command has not begun. */
  const stop = (signal: NodeJS.Signals) => {
    stopSignal = signal
    const id = command?.pid
    if (id === undefined) return void starting.stop()
    killGroup(id, signal)
    setTimeout(() => killGroup(id), 5_000).unref()
  }
  onStopRequest(stop)
  try {
    const stack = await starting.ready
    if (seed) await (await import('./seed.ts')).seed(stack.env)
    if (stopSignal) return signalExitCode(stopSignal)
    void stack.crashed.then(error => {
      progress.line(describeError(error))
      stop('SIGTERM')
    })
    command = run(stack, words)
    const [code, signal] = await once(command, 'exit').catch(error => {
      progress.line(String(error))
      return [127]
    })
    return code ?? signalExitCode(signal)
  } finally {
    progress.stop()
    await starting.stop()
  }
}

/** Runs the command on this terminal, in the stack's environment; a single word with spaces is a shell command. */
function run({ processes, env }: Stack, [name = '', ...args]: string[]): ChildProcess {
  const shell = args.length === 0 && /\s/.test(name)
  const ours = [path.dirname(process.execPath), path.join(repoRoot, 'node_modules/.bin')]
  const PATH = [...ours, process.env.PATH ?? ''].join(path.delimiter)
  return processes.start(name, args, { stdio: 'inherit', shell, env: { ...process.env, PATH, ...env } })
}

try {
  process.exitCode = await withStack()
} catch (error) {
  if (!stopSignal) progress.line(`\n${describeError(error)}`)
  process.exitCode = stopSignal ? signalExitCode(stopSignal) : 1
}
process.exit()
