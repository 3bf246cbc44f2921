import { parseArgs } from 'node:util'
import { z } from 'zod'
import { google } from './deploy/google.ts'
import { describeError, StackError } from './stack/errors.ts'
import { deployProject } from './stack/project.ts'

const usage = 'npm run grant -- --project ID --email ADDRESS --role operations|support|service|landlord|none'
const host = 'identitytoolkit.googleapis.com'
const users = z.object({
  users: z.array(z.object({ localId: z.string(), customAttributes: z.string().optional() })).optional(),
})
const role = z.enum(['operations', 'support', 'service', 'landlord', 'none'])

/** Gives a user a role, or takes it away; other claims stay. */
async function grant(project: string, email: string, wanted: z.output<typeof role>): Promise<void> {
  const cloud = await google(project)
  const accounts = `/v1/projects/${project}/accounts`
  const [user] = users.parse(await cloud.post(host, `${accounts}:lookup`, { email: [email] })).users ?? []
  if (!user)
    throw new StackError(
      `${project} has no user ${email}.`,
      'Have them sign in to the dashboard once, or add them under Authentication in the Firebase console.',
    )
  const { role: _, ...others } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(user.customAttributes ?? '{}'))
  const customAttributes = JSON.stringify(wanted === 'none' ? others : { ...others, role: wanted })
  await cloud.post(host, `${accounts}:update`, { localId: user.localId, customAttributes })
  const change =
    wanted === 'none' ? 'has no role any more' : `has the role ${wanted}; it counts from their next sign-in`
  console.log(`${email} ${change}`)
}

try {
  const { values } = parseArgs({
    options: { project: { type: 'string', short: 'P' }, email: { type: 'string' }, role: { type: 'string' } },
  })
  const project = deployProject(process.argv.slice(2))
  const wanted = role.safeParse(values.role).data
  if (!project || !values.email || !wanted)
    throw new StackError('A project, an address and a role are needed.', usage)
  await grant(project, values.email, wanted)
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}
// Signing in leaves a timer behind.
process.exit()
