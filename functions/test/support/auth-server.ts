import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** A user as the identity toolkit has it. */
interface Account {
  localId: string
  email?: string
  password?: string
  disabled?: boolean
  /** Seconds since 1970. */
  validSince?: string
  /** The claims, as JSON. */
  customAttributes?: string
}

/** Accounts and sign-ins as the Auth emulator answers them, whose tokens are unsigned, until it is closed. */
export async function startAuth(projectId: string): Promise<{ host: string; close(): void }> {
  const accounts = new Map<string, Account>()
  const keep = ({ disableUser, deleteAttribute: _, ...fields }: Account & Record<string, unknown>) => {
    const { localId = randomUUID() } = fields
    const disabled = typeof disableUser === 'boolean' ? { disabled: disableUser } : {}
    const account: Account = { ...accounts.get(localId), ...fields, ...disabled, localId }
    accounts.set(localId, account)
    return account
  }
  const methods: Record<string, (body: Account & Record<string, unknown>) => object> = {
    accounts: keep,
    'accounts:update': keep,
    'accounts:lookup': ({ localId }) => ({
      users: [...accounts.values()].filter(one => localId?.includes(one.localId)),
    }),
    'accounts:batchGet': () => ({ users: [...accounts.values()] }),
    'accounts:delete': ({ localId }) => ({ deleted: accounts.delete(localId) }),
    'accounts:signUp': body => session(keep(body), 'anonymous'),
    'accounts:signInWithPassword': ({ email }) => {
      const account = [...accounts.values()].find(one => one.email === email)
      return account ? session(account, 'password') : {}
    },
  }
  const session = ({ localId, customAttributes = '{}' }: Account, provider: string) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...JSON.parse(customAttributes),
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      sub: localId,
      user_id: localId,
      auth_time: now,
      iat: now,
      exp: now + 3600,
      firebase: { identities: {}, sign_in_provider: provider },
    }
    return { localId, idToken: `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.` }
  }
  const server = createServer(async (request, response) => {
    const method = request.url?.split('?')[0]?.split('/').at(-1) ?? ''
    const body = request.method === 'POST' ? await json(request) : {}
    const answer = methods[method]?.(body as Account & Record<string, unknown>)
    response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  const port = await listen(server)
  return {
    host: `127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
