import { parseArgs } from 'node:util'

/** The project of a local system; `demo-` keeps firebase-tools from ever reaching a real one. */
export const localProject = 'demo-channel-chat'

/** The project that `--project ID` or `-P ID` names, among other options of `firebase deploy`. */
export function deployProject(args: string[]): string | undefined {
  const options = { project: { type: 'string', short: 'P' } } as const
  const { project } = parseArgs({ args, options, strict: false }).values
  return typeof project === 'string' ? project : undefined
}
