import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describeError } from './stack/errors.ts'
import { repoRoot } from './stack/paths.ts'
import { killGroup } from './stack/processes.ts'
import { Progress } from './stack/progress.ts'
import { onStopRequest, signalExitCode } from './stack/signals.ts'
import { type Stack, type StartingStack, startStack } from './stack/stack.ts'
import { parseWithStackArguments, type WithStackArguments } from './stack/with-stack-arguments.ts'

// Whatever the launcher says goes to stderr: stdout belongs to the command.
const progress = new Progress(process.stderr)
const killAfterMs = 5_000
let stopSignal: NodeJS.Signals | undefined
let starting: StartingStack | undefined
let command: ChildProcess | undefined

async function withStack({ command: words, seed, ...options }: WithStackArguments): Promise<number> {
  starting = startStack({ ...options, progress })
  try {
    const stack = await starting.ready
    if (seed) await (await import('./seed.ts')).seed(stack.env)
    if (stopSignal) return signalExitCode(stopSignal)
    void stack.crashed.then(error => {
      progress.line(describeError(error))
      stop('SIGTERM')
    })
    return await exitCodeOf(run(stack, words), words)
  } finally {
    progress.stop()
    await starting.stop()
  }
}

/** Runs the command on our terminal, in the stack's environment; a single word with spaces is a shell command. */
function run({ processes, env }: Stack, [name = '', ...args]: string[]): ChildProcess {
  const shell = args.length === 0 && /\s/.test(name)
  const ours = [path.dirname(process.execPath), path.join(repoRoot, 'node_modules/.bin')]
  const PATH = [...ours, process.env.PATH ?? ''].join(path.delimiter)
  command = processes.start(name, args, { stdio: 'inherit', shell, env: { ...process.env, PATH, ...env } })
  return command
}

async function exitCodeOf(child: ChildProcess, [name]: string[]): Promise<number> {
  try {
    const [code, signal] = await once(child, 'exit')
    return code ?? signalExitCode(signal)
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 127
  }
}

/** Ends the command, or before it has begun the stack. */
function stop(signal: NodeJS.Signals): void {
  stopSignal = signal
  const id = command?.pid
  if (id === undefined) return void starting?.stop()
  killGroup(id, signal)
  setTimeout(() => killGroup(id), killAfterMs).unref()
}

onStopRequest(stop)
try {
  process.exitCode = await withStack(parseWithStackArguments(process.argv.slice(2)))
} catch (error) {
  if (!stopSignal) process.stderr.write(`\n${describeError(error)}\n`)
  process.exitCode = stopSignal ? signalExitCode(stopSignal) : 1
}
process.exit()
