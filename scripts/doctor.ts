import { reportOn } from './deploy/report.ts'
import vendors from './deploy/vendors.json' with { type: 'json' }
import { checkMachine } from './stack/checks.ts'
import { asCommand } from './stack/errors.ts'
import { deployProject } from './stack/project.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await asCommand(async () => {
  say(`This machine\n  ✓ Node 24: ${process.version} at ${process.execPath}`)
  const checks = checkMachine()
  for (const { name, required, found, advice } of checks) {
    say(`  ${found ? '✓' : required ? '✗' : '!'} ${name}${found ? `: ${found}` : ''}`)
    if (!found) say(advice.replace(/^/gm, '      '))
  }
  const missing = checks.filter(({ found, required }) => !found && required).map(({ name }) => name)
  say(missing.length === 0 ? '\nReady for npm start.' : `\nMissing: ${missing.join(', ')}.`)

  const project = deployProject(process.argv.slice(2))
  if (project === undefined) {
    const names = vendors.map(({ name }) => name).join(', ')
    say(`A deployment can use: ${names}. npm run doctor -- --project ID says what it lacks.`)
  }
  const isReady = project === undefined || (await reportOn(project, say))
  process.exitCode = missing.length === 0 && isReady ? 0 : 1
})
