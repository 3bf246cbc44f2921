import { seed } from './seed.ts'
import { describeError } from './stack/errors.ts'
import { Progress } from './stack/progress.ts'
import { onStopRequest, signalExitCode } from './stack/signals.ts'
import { startStack } from './stack/stack.ts'
import { summary } from './stack/summary.ts'

const progress = new Progress(process.stdout)
const starting = startStack({ progress, preferDefaultPorts: true })
let stopSignal: NodeJS.Signals | undefined

async function stopped(force: boolean): Promise<void> {
  progress.stop()
  process.stdout.write(force ? '\nStopping at once.\n' : '\nStopping. (Ctrl-C again to stop at once.)\n')
  await starting.stop(force)
  process.exit(stopSignal === 'SIGINT' ? 0 : signalExitCode(stopSignal ?? 'SIGTERM'))
}

onStopRequest(
  signal => {
    stopSignal = signal
    void stopped(false)
  },
  () => void stopped(true),
)

try {
  const stack = await starting.ready
  progress.start('loading the seed data')
  const seeded = await seed(stack.env, { life: true })
  progress.stop()
  process.stdout.write(summary(stack, seeded))
  const crash = await stack.crashed
  if (!stopSignal) throw crash
} catch (error) {
  if (!stopSignal) {
    progress.stop()
    process.stderr.write(`\n${describeError(error)}\n`)
    await starting.stop()
    process.exit(1)
  }
}
