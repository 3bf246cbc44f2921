// Variables that an outer emulator run, a test runner or a logged-in developer may have left in the environment. The
// functions must meet this stack and never production.
const unwanted = [
  'GOOGLE_APPLICATION_CREDENTIALS',
  'FIREBASE_TOKEN',
  'FIREBASE_CONFIG',
  'FIREBASE_EMULATOR_HUB',
  'GOOGLE_CLOUD_PROJECT',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'PORT',
]

/** The environment for the stack's processes. */
export function cleanEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const variables = Object.entries(env).filter(
    ([name]) => !unwanted.includes(name) && !/_EMULATOR_HOST$|^VITEST|^npm_|^STACK_/.test(name),
  )
  return Object.fromEntries(variables)
}
