import { createPublicKey } from 'node:crypto'
import { createVerifier } from 'fast-jwt'
import { Refused } from './refused.mjs'

const { PROJECT_ID: projectId, KEYS_URL: keysUrl } = process.env
/** By key id: one verifier each, which keeps its key parsed. */
let verifiers
let until = 0

/** Proves a Firebase ID token: signature, expiry, audience and issuer. Google's keys are kept as long as it allows. */
export async function callerOf(authorization) {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new Refused(401, 'unauthenticated')
  if (Date.now() >= until) await fetchKeys()
  try {
    const { sub: uid, role, firebase } = verifiers.get(keyId(token))(token)
    if (firebase?.sign_in_provider === 'anonymous') throw new Refused(403, 'forbidden')
    return { uid, isTrusted: trusted.includes(role) }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(401, 'unauthenticated')
  }
}

const trusted = ['operations', 'support', 'service']

const keyId = token => JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url')).kid

let fetching
function fetchKeys() {
  fetching ??= fetchedKeys().finally(() => {
    fetching = undefined
  })
  return fetching
}

async function fetchedKeys() {
  const response = await fetch(keysUrl)
  if (!response.ok) throw new Error(`The keys answered ${response.status}.`)
  const seconds = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0)
  const certificates = Object.entries(await response.json())
  verifiers = new Map(certificates.map(([kid, certificate]) => [kid, verifierOf(certificate)]))
  until = Date.now() + seconds * 1000
}

const verifierOf = certificate =>
  createVerifier({
    key: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    algorithms: ['RS256'],
    allowedIss: `https://securetoken.google.com/${projectId}`,
    allowedAud: projectId,
    requiredClaims: ['exp', 'iat', 'sub'],
    // Tokens that were proven, until they expire, as the project remembers them.
    ...{ cache: 1000, cacheTTL: 3_600_000 },
  })
