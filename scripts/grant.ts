import { parseArgs } from 'node:util'
import { z } from 'zod'
import { systemClock } from '../functions/src/adapters/system.ts'
import { tokenRoles } from '../functions/src/lib/actor.ts'
import { type AccountName, grant } from '../functions/src/lib/ops/grant.ts'
import { accountsOf } from './grant/accounts.ts'
import { standingsOf } from './grant/standings.ts'
import { asCommand, StackError } from './stack/errors.ts'
import { deployProject, isDemoProject, localProject } from './stack/project.ts'

const roles = z.enum([...tokenRoles, 'none'])
const usage = `npm run grant -- [--project ID] (--uid USER | --email ADDRESS) --role ${roles.options.join('|')}`
const text = { type: 'string' } as const
const options = { project: { ...text, short: 'P' }, uid: text, email: text, role: text } as const

/** Without a project that of the local system around us, else the checkout's. */
function projectNamed(isNamed: boolean): string {
  const local = process.env.GCLOUD_PROJECT ?? localProject
  const isAround = !isNamed && process.env.FIREBASE_AUTH_EMULATOR_HOST !== undefined
  return isAround ? local : (deployProject(process.argv.slice(2)) ?? local)
}

function userNamed(uid: string | undefined, email: string | undefined): AccountName | undefined {
  if (uid && email) return undefined
  if (uid) return { uid }
  return email ? { email } : undefined
}

await asCommand(async () => {
  const { values } = parseArgs({ options })
  const name = userNamed(values.uid, values.email)
  const role = roles.safeParse(values.role).data
  if (!name || !role) throw new StackError('A user and a role are needed.', usage)
  const project = projectNamed(values.project !== undefined)
  const accounts = await accountsOf(project, isDemoProject(project))
  const standings = await standingsOf(project, isDemoProject(project))
  await grant({ accounts, standings, clock: systemClock, tell: line => console.log(line) }, { name, role })
})
// Signing in leaves a timer behind.
process.exit()
