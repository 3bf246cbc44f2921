import { parseArgs } from 'node:util'
import { sandboxCredentials, startSandbox } from './src/index.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'public-url': { type: 'string' },
  },
})

const sandbox = await startSandbox({
  port: Number(values.port),
  host: values.host,
  publicUrl: values['public-url'],
  credentials: sandboxCredentials,
})

const stop = () => {
  void sandbox.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

console.log(`sandbox listening on ${sandbox.url}`)
