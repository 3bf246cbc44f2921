import { missingIn, requirements } from './missing.ts'
import { presentIn } from './present.ts'

/** Prints what a project lacks and the lines that set it. Returns whether a deployment would succeed. */
export async function reportOn(project: string, say: (line: string) => void): Promise<boolean> {
  const { present, unread } = await presentIn(project, requirements.secrets)
  const missing = missingIn(project, requirements, present)
  say(`\nThe project ${project}`)
  for (const why of new Set(unread)) say(`  ? ${why.replaceAll('\n', '\n    ')}`)
  for (const { what, lines, stops } of missing) {
    say(`  ${stops ? '✗' : '!'} ${what}`)
    for (const line of lines) say(`      ${line}`)
  }
  if (missing.length === 0) say('  ✓ has all that a deployment needs')
  return missing.every(({ stops }) => !stops)
}
