import { afterAll } from 'vitest'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { uniqueId } from './stack.ts'

/**
 * Before each file of tests: a sandbox and a Firestore of its own, to which only the tests' calls write, as no function
 * listens to it.
 */
const sandbox = await startSandbox({ credentials: sandboxCredentials })
process.env.SANDBOX_URL = sandbox.url
process.env.GCLOUD_PROJECT = uniqueId('demo-verbs')

afterAll(() => sandbox.close())
