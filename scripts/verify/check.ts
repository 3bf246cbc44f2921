import { StackError } from '../stack/errors.ts'

/** One check. Returns what was verified; throws StackError with the problem and the remedy. */
export interface Check {
  title: string
  run(): Promise<string>
}

export const check = (title: string, run: Check['run']): Check => ({ title, run })

/** Fails a check. */
export function refute(what: string, remedy: string): never {
  throw new StackError(what, remedy)
}

/** Fails a check if `some` is not empty. */
export function refuteAny(some: readonly string[], what: string, remedy: string): void {
  if (some.length > 0) refute(`${what}: ${some.join(', ')}.`, remedy)
}

/** Runs every check, one line each; false if any failed. */
export async function runChecks(checks: readonly Check[], say: (line: string) => void): Promise<boolean> {
  const lines = await Promise.all(
    checks.map(({ title, run }) =>
      run().then(
        found => `✓ ${title}: ${found}`,
        error => `✗ ${title}: ${whatIsWrong(error)}`,
      ),
    ),
  )
  const failed = lines.filter(line => line.startsWith('✗')).length
  for (const line of lines) say(line)
  say(failed === 0 ? `all ${lines.length} checks hold` : `${failed} of ${lines.length} checks do not hold`)
  return failed === 0
}

function whatIsWrong(error: unknown): string {
  if (error instanceof StackError) return [error.message, error.remedy].filter(Boolean).join(' → ')
  return `could not be checked: ${error instanceof Error ? error.message : String(error)}`
}
