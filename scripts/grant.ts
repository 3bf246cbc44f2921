import { parseArgs } from 'node:util'
import { type Auth, getAuth, type UserRecord } from 'firebase-admin/auth'
import { z } from 'zod'
import { userStatusOf } from '../functions/src/adapters/firebase-auth/user-status.ts'
import { firestoreWith } from '../functions/src/adapters/firestore/sdk.ts'
import { store } from '../functions/src/adapters/firestore/store.ts'
import { systemClock } from '../functions/src/adapters/system.ts'
import { tokenRoles } from '../functions/src/lib/actor.ts'
import { type Account, type Accounts, grant } from '../functions/src/lib/ops/grant.ts'
import { openProject } from './ops/target.ts'
import { asCommand, StackError } from './stack/errors.ts'

const roles = z.enum([...tokenRoles, 'none'])
const usage = `npm run grant -- [--project ID] (--uid USER | --email ADDRESS) --role ${roles.options.join('|')}`
const text = { type: 'string' } as const
const options = { project: text, uid: text, email: text, role: text } as const

const accountOf = (user: UserRecord): Account => ({
  ...userStatusOf(user),
  uid: user.uid,
  email: user.email,
  isVerified: user.emailVerified,
  providers: user.providerData.map(({ providerId }) => providerId),
  claims: user.customClaims ?? {},
})

const accountsOf = (auth: Auth): Accounts => ({
  find: async name => (await auth.getUsers([name])).users.map(accountOf),
  setClaims: (uid, claims) => auth.setCustomUserClaims(uid, claims),
})

await asCommand(async () => {
  const { values } = parseArgs({ options })
  const { uid, email } = values
  const name = email ? { email } : uid && { uid }
  const role = roles.safeParse(values.role).data
  if (!name || !role || (uid && email)) throw new StackError('A user and a role are needed.', usage)
  const { app, sdk } = await openProject(values.project)
  const deps = { accounts: accountsOf(getAuth(app)), store: store(firestoreWith(sdk)), clock: systemClock }
  await grant({ ...deps, tell: line => console.log(line) }, { name, role })
})
// A connection to Firestore would keep the process alive for seconds.
process.exit()
