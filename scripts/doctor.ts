import { reportOn } from './deploy/report.ts'
import { vendors } from './deploy/vendors.ts'
import { checkMachine } from './stack/checks.ts'
import { asCommand } from './stack/errors.ts'
import { deployProject, isDemoProject } from './stack/project.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await asCommand(async () => {
  say('This machine')
  const checks = checkMachine()
  for (const { name, ok, required, found, advice } of checks) {
    say(`  ${ok ? '✓' : required ? '✗' : '!'} ${name}${found ? `: ${found}` : ''}`)
    if (!ok) say(advice.replace(/^/gm, '      '))
  }
  const missing = checks.filter(({ ok, required }) => !ok && required).map(({ name }) => name)
  say(missing.length === 0 ? '\nReady for npm start.' : `\nMissing: ${missing.join(', ')}.`)

  const project = deployProject(process.argv.slice(2))
  const isReady =
    project === undefined || isDemoProject(project) ? deploymentNeeds() : await reportOn(project, say)
  process.exitCode = missing.length === 0 && isReady ? 0 : 1
})

function deploymentNeeds(): true {
  const names = vendors.map(({ name }) => name).join(', ')
  say(`A deployment needs credentials of: ${names}. npm run doctor -- --project ID says what it lacks.`)
  return true
}
