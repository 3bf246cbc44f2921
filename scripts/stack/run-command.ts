import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { errorCode } from './errors.ts'
import { repoRoot } from './paths.ts'
import { signalExitCode } from './signals.ts'
import { isRunning, type Supervisor } from './supervisor.ts'

const killAfterMs = 5_000

export type RunningCommand = { exitCode: Promise<number>; stop(signal: NodeJS.Signals): void }

/** Runs the command on our terminal, in the stack's environment; a single word with spaces is a shell command. */
export function runCommand(
  supervisor: Supervisor,
  command: string[],
  env: Record<string, string>,
): RunningCommand {
  const [name = '', ...args] = command
  const shell = args.length === 0 && /\s/.test(name)
  const ours = [path.dirname(process.execPath), path.join(repoRoot, 'node_modules', '.bin')]
  const PATH = [...ours, process.env.PATH ?? ''].join(path.delimiter)
  const child = supervisor.spawn(name, args, {
    stdio: 'inherit',
    shell,
    env: { ...process.env, PATH, ...env },
  })
  return { exitCode: exitCodeOf(child, name), stop: signal => stopCommand(child, signal) }
}

async function exitCodeOf(child: ChildProcess, name: string): Promise<number> {
  try {
    const [code, signal] = await once(child, 'exit')
    return typeof code === 'number' ? code : signalExitCode(signal)
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT'
    process.stderr.write(missing ? `${name}: command not found\n` : `${name}: ${String(error)}\n`)
    return missing ? 127 : 126
  }
}

function stopCommand(child: ChildProcess, signal: NodeJS.Signals): void {
  // A Ctrl-C on the terminal has reached the command already.
  const reached = signal === 'SIGINT' && process.stdin.isTTY
  if (isRunning(child) && !reached) child.kill(signal)
  setTimeout(() => isRunning(child) && child.kill('SIGKILL'), killAfterMs).unref()
}
