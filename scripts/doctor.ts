import { checkMachine } from './stack/checks.ts'
import { describeError } from './stack/errors.ts'
import { deployProject, isDemoProject } from './stack/project.ts'
import { templateGap } from './stack/templates.ts'
import { deployParameters, describeGap, vendorGaps, vendors } from './stack/vendors.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

say('This machine')
const checks = checkMachine()
for (const { name, ok, required, found, advice } of checks) {
  say(`  ${ok ? '✓' : required ? '✗' : '!'} ${name}${found ? `: ${found}` : ''}`)
  if (!ok) say(advice.replace(/^/gm, '      '))
}

const project = deployProject(process.argv.slice(2))
const real = project !== undefined && !isDemoProject(project)
say(
  `\nVendors, for a deployment${real ? ` to ${project}` : ''} (the local system uses the sandbox and needs none)`,
)
const configured = deployParameters(real ? project : undefined)
const gaps = vendorGaps(configured, () => undefined)
for (const vendor of vendors) {
  const gap = gaps.find(candidate => candidate.vendor === vendor)
  if (gap) say(`  ! ${describeGap(gap, real ? project : undefined)}`)
  else if (vendor.parameters.length > 0) say(`  ✓ ${vendor.name}: parameters set`)
  else say(`  · ${vendor.name}: needs secrets only`)
}
try {
  const templates = templateGap(configured, real ? project : undefined)
  say(templates ? `  ! ${templates}` : '  ✓ Chatapp templates: all have a content id')
} catch (error) {
  say(`  ! ${describeError(error)}`)
}
say(
  '  Secrets lie in Secret Manager and cannot be seen from here; `npm run deploy` looks them up. To set one:',
)
say(`      npx firebase functions:secrets:set NAME --project ${real ? project : '<project>'}`)
say(`      NAME: ${vendors.flatMap(({ secrets }) => secrets).join(', ')}`)

const missing = checks.filter(({ ok, required }) => !ok && required)
say(
  missing.length === 0
    ? '\nReady for npm start.'
    : `\nMissing: ${missing.map(({ name }) => name).join(', ')}.`,
)
process.exitCode = missing.length === 0 ? 0 : 1
