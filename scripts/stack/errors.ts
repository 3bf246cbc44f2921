import { DomainError } from '../../functions/src/lib/errors.ts'

/** Something a person can act on: what went wrong, and what to do. Printed without a stack trace. */
export class StackError extends Error {
  readonly remedy: string

  constructor(message: string, remedy = '', options?: ErrorOptions) {
    super(message, options)
    this.name = 'StackError'
    this.remedy = remedy
  }
}

/** Runs a command; an error is printed, and the exit code is 1. */
export async function asCommand(run: () => Promise<void>): Promise<void> {
  await run().catch((error: unknown) => {
    process.stderr.write(`${describeError(error)}\n`)
    process.exitCode = 1
  })
}

/** An error's message, with its remedy, if any, on the next line; an unexpected error's stack trace. */
export function describeError(error: unknown): string {
  if (error instanceof DomainError) return describeError(new StackError(error.detail, error.nextAction))
  if (error instanceof StackError) return error.remedy ? `${error.message}\n${error.remedy}` : error.message
  if (error instanceof Error && /default credentials/.test(error.message))
    return 'Nobody is signed in.\nRun gcloud auth application-default login.'
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message}\nSee docs/contract.md, or run it without options.`
  if (error instanceof Error) return error.stack ?? error.message
  return String(error)
}
