import { describeError } from './stack/errors.ts'
import { Progress } from './stack/progress.ts'
import { type RunningCommand, runCommand } from './stack/run-command.ts'
import { onStopRequest, signalExitCode } from './stack/signals.ts'
import { type StartingStack, startStack } from './stack/stack.ts'
import { parseWithStackArguments, type WithStackArguments } from './stack/with-stack-arguments.ts'

// Whatever the launcher says goes to stderr: stdout belongs to the command.
const progress = new Progress(process.stderr)
let stopSignal: NodeJS.Signals | undefined
let starting: StartingStack | undefined
let command: RunningCommand | undefined

async function withStack(options: WithStackArguments): Promise<number> {
  const { command: words, seed, ...stackOptions } = options
  starting = startStack({ ...stackOptions, progress })
  try {
    const stack = await starting.ready
    if (seed) await (await import('./seed.ts')).seed(stack.env)
    if (stopSignal) return signalExitCode(stopSignal)
    command = runCommand(stack.supervisor, words, stack.env)
    const crash = stack.crashed.then(error => {
      if (!stopSignal) progress.line(describeError(error))
      command?.stop('SIGTERM')
    })
    const code = await command.exitCode
    void crash
    stopSignal ??= 'SIGTERM' // the emulators' end is no crash from here on
    return code
  } finally {
    progress.stop()
    await starting.stop()
  }
}

onStopRequest(
  signal => {
    stopSignal = signal
    if (command) command.stop(signal)
    else void starting?.stop()
  },
  () => void starting?.stop(true).finally(() => process.exit(signalExitCode(stopSignal ?? 'SIGTERM'))),
)

try {
  process.exitCode = await withStack(parseWithStackArguments(process.argv.slice(2)))
} catch (error) {
  if (!stopSignal) process.stderr.write(`\n${describeError(error)}\n`)
  process.exitCode = stopSignal ? signalExitCode(stopSignal) : 1
}
process.exit()
