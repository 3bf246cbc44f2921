import { execa } from 'execa'

/**
 * `npm run soak [-- HISTORIES]`: random histories of the chat and of connecting, many more than a test run plays. SEED
 * and SEED_PATH replay one.
 */
const [histories = '20000'] = process.argv.slice(2)
const stack = ['scripts/with-stack.ts', '--only', 'firestore']
const tests = ['npx', 'vitest', 'run', '--project', 'faults', 'histories']

const { exitCode } = await execa('node', [...stack, ...tests], {
  stdio: 'inherit',
  preferLocal: true,
  reject: false,
  env: { HISTORIES: histories },
})
process.exitCode = exitCode ?? 1
