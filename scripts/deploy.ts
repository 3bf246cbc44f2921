import { execa } from 'execa'
import { reportOn } from './deploy/report.ts'
import { asCommand, StackError } from './stack/errors.ts'
import { deployProject } from './stack/project.ts'

// `npm run deploy -- --project ID`: the checks of `npm run doctor -- --project ID`, then `firebase deploy` with the same
// options.
await asCommand(async () => {
  const args = process.argv.slice(2)
  const project = deployProject(args)
  if (project === undefined)
    throw new StackError(
      'No project.',
      'Name one: npm run deploy -- --project ID [options of firebase deploy]',
    )
  if (!(await reportOn(project, line => console.log(line))))
    throw new StackError('Nothing was deployed.', 'Run the lines above, and deploy again.')
  // Ten seconds to load the functions, as by default, are too few on a busy machine.
  const env = { FUNCTIONS_DISCOVERY_TIMEOUT: process.env.FUNCTIONS_DISCOVERY_TIMEOUT ?? '120' }
  const { exitCode } = await execa('npx', ['firebase', 'deploy', ...args], {
    stdio: 'inherit',
    reject: false,
    env,
  })
  process.exitCode = exitCode ?? 1
})
