import { seed } from './seed.ts'
import { describeError } from './stack/errors.ts'
import { Progress } from './stack/progress.ts'
import { onStopRequest, signalExitCode } from './stack/signals.ts'
import { startStack } from './stack/stack.ts'
import { summary } from './stack/summary.ts'

const progress = new Progress(process.stdout)
const starting = startStack({ progress, preferDefaultPorts: true })

async function end(exitCode: number): Promise<never> {
  progress.stop()
  await starting.stop()
  process.exit(exitCode)
}

let isStopping = false
onStopRequest(signal => {
  isStopping = true
  process.stdout.write('\nStopping.\n')
  void end(signal === 'SIGINT' ? 0 : signalExitCode(signal))
})

try {
  const stack = await starting.ready
  progress.start('loading the seed data')
  const seeded = await seed(stack.env, { life: true })
  progress.stop()
  process.stdout.write(summary(stack, seeded))
  throw await stack.crashed
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`\n${describeError(error)}\n`)
    await end(1)
  }
}
