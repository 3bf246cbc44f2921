import type { FirebaseOptions } from 'firebase/app'

/** Written by the launcher beside the page, on a developer's machine only. */
export interface LocalStack {
  authUrl: string
  firestore: { host: string; port: number }
  users: { name: string; email: string; role: string; password: string }[]
  /** By property: the hotel of the sandbox that it is made for. */
  hotels: Record<string, string>
}

export interface Config {
  firebase: FirebaseOptions
  local: LocalStack | undefined
}

let config: Promise<Config> | undefined

/** Hosting tells a page which project it belongs to. */
export function readConfig(): Promise<Config> {
  config ??= Promise.all([read<FirebaseOptions>('/__/firebase/init.json'), readLocal()])
    .then(([firebase, local]) => ({ firebase, local }))
    .catch((error: unknown) => {
      config = undefined
      throw error
    })
  return config
}

const isThisMachine = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

const readLocal = (): Promise<LocalStack | undefined> =>
  isThisMachine() ? read<LocalStack>('/local.json').catch(() => undefined) : Promise.resolve(undefined)

async function read<T>(path: string): Promise<T> {
  const response = await fetch(path)
  const isJson = response.headers.get('Content-Type')?.includes('json')
  if (!response.ok || !isJson) throw new Error(`${path} cannot be read (${response.status})`)
  return (await response.json()) as T
}
