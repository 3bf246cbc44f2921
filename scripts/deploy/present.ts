import * as z from 'zod'
import { describeError } from '../stack/errors.ts'
import { gcloud } from './gcloud.ts'
import type { Present } from './missing.ts'
import { parametersOf } from './vendors.ts'

const services = z.array(z.object({ config: z.object({ name: z.string() }) }))
const resources = z.array(z.object({ name: z.string() }))
const versions = z.array(z.object({ state: z.string() }))

/** Settings of a project, and why some could not be read. */
export async function presentIn(project: string, secrets: readonly string[]) {
  const ask = (...words: string[]) => gcloud([...words, '--project', project])
  const unread: string[] = []
  const read = async (names: () => Promise<string[]>): Promise<Set<string> | undefined> => {
    try {
      return new Set(await names())
    } catch (error) {
      unread.push(describeError(error))
      return undefined
    }
  }
  const newestOf = async (secret: string) => {
    const [newest] = versions.parse(await ask('secrets', 'versions', 'list', secret, '--limit', '1'))
    return newest?.state === 'ENABLED' ? [secret] : []
  }
  const present: Present = {
    environment: parametersOf(project),
    apis: await read(async () =>
      services.parse(await ask('services', 'list', '--enabled')).map(({ config }) => config.name),
    ),
    secrets: await read(async () => {
      const all = resources.parse(await ask('secrets', 'list')).map(({ name }) => name.split('/').at(-1))
      return (await Promise.all(secrets.filter(name => all.includes(name)).map(newestOf))).flat()
    }),
    buckets: await read(async () =>
      resources.parse(await ask('storage', 'buckets', 'list')).map(({ name }) => name),
    ),
  }
  return { present, unread }
}
