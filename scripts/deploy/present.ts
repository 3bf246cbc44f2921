import * as z from 'zod'
import { describeError } from '../stack/errors.ts'
import { gcloud } from './gcloud.ts'
import type { Present } from './missing.ts'
import { parametersOf } from './vendors.ts'

const services = z.array(z.object({ config: z.object({ name: z.string() }) }))
const named = z.array(z.object({ name: z.string() }))
const versions = z.array(z.object({ state: z.string() }))

/** Settings of a project, and why some could not be read. */
export async function presentIn(
  project: string,
  secrets: readonly string[],
): Promise<{ present: Present; unread: string[] }> {
  const ask = (...words: string[]) => gcloud([...words, '--project', project])

  const enabledApis = async () =>
    services.parse(await ask('services', 'list', '--enabled')).map(({ config }) => config.name)

  const isUsable = async (secret: string): Promise<boolean> => {
    const [newest] = versions.parse(await ask('secrets', 'versions', 'list', secret, '--limit', '1'))
    return newest?.state === 'ENABLED'
  }
  const usableSecrets = async () => {
    const all = named.parse(await ask('secrets', 'list')).map(({ name }) => name.split('/').at(-1))
    const there = secrets.filter(name => all.includes(name))
    const usable = await Promise.all(there.map(isUsable))
    return there.filter((_, at) => usable[at])
  }
  const buckets = async () => named.parse(await ask('storage', 'buckets', 'list')).map(({ name }) => name)

  const unread: string[] = []
  const setOf = async (names: Promise<string[]>): Promise<Set<string> | undefined> =>
    names.then(
      all => new Set(all),
      error => void unread.push(describeError(error)),
    )
  const [apis, usable, there] = await Promise.all([
    setOf(enabledApis()),
    setOf(usableSecrets()),
    setOf(buckets()),
  ])
  return { present: { environment: parametersOf(project), apis, secrets: usable, buckets: there }, unread }
}
