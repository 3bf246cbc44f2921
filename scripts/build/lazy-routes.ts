import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'

/** `import { readThreadRoute } from './read-thread.ts'` in a file that collects routes. */
const collected = /^import \{ (\w+) \} from '(\.\/[\w-]+\.ts)'$/gm

/**
 * A route stands in one file, whose verb and schemas a cold start must not load. So the file that collects routes
 * becomes a table of what they say of themselves, each with the import of its file for the first call.
 */
export const lazyRoutes: Plugin = {
  name: 'lazy-routes',
  setup(build) {
    build.onLoad({ filter: /src\/http\/\w+\/routes\.ts$/ }, async ({ path: file }) => ({
      contents: await tableOf(file),
      loader: 'ts',
      resolveDir: path.dirname(file),
    }))
  },
}

async function tableOf(file: string): Promise<string> {
  let source = `import { lazily } from '../../lib/lazily.ts'\n${await readFile(file, 'utf8')}`
  for (const [statement, name = '', from = ''] of source.matchAll(collected)) {
    const { [name]: route } = await import(path.resolve(path.dirname(file), from))
    const handler = `lazily(async () => (await import('${from}')).${name}.handler())`
    // JSON leaves out what is a function: the handler and the documentation.
    source = source.replace(statement, `const ${name} = { ...${JSON.stringify(route)}, handler: ${handler} }`)
  }
  return source
}
