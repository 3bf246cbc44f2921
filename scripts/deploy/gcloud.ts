import { execa } from 'execa'
import { StackError } from '../stack/errors.ts'

/** Runs gcloud and parses the JSON that it prints. Throws StackError with gcloud's own words. */
export type Gcloud = (words: readonly string[]) => Promise<unknown>

export const gcloud: Gcloud = async words => {
  const { stdout, stderr, exitCode, code } = await execa('gcloud', [...words, '--format=json', '--quiet'], {
    reject: false,
    stdin: 'ignore',
  })
  if (code === 'ENOENT')
    throw new StackError('gcloud is not installed.', 'Get it from https://cloud.google.com/sdk/docs/install')
  if (exitCode !== 0)
    throw new StackError(
      `gcloud says: ${/^ERROR: (?:\(\S+\) )?(.*)$/m.exec(stderr)?.[1] ?? stderr}`,
      'Sign in with gcloud auth login, or see to what it says.',
    )
  return JSON.parse(stdout || 'null')
}
