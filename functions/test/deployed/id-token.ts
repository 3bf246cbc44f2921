import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { selfSigned } from './certificate.ts'

export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** The certificate that the key endpoint serves for this key. */
  certificate: string
}

export function signingKey(kid: string): SigningKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, ...pair, certificate: selfSigned(pair.publicKey, pair.privateKey) }
}

export type Claims = Record<string, unknown>

/** The claims of an ID token as Firebase issues it to a signed-in member of staff. */
export function idTokenClaims(projectId: string, uid: string, changes: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now - 60,
    iat: now - 60,
    exp: now + 3540,
    sub: uid,
    user_id: uid,
    role: 'support',
    email: 'sam@example.com',
    email_verified: true,
    firebase: { identities: { email: ['sam@example.com'] }, sign_in_provider: 'password' },
    ...changes,
  }
}

/** Undefined members of `claims` are left out. */
export const signedToken = (key: SigningKey, claims: Claims, header: Claims = {}): string =>
  tokenWith({ alg: 'RS256', kid: key.kid, typ: 'JWT', ...header }, claims, text =>
    sign('sha256', Buffer.from(text), key.privateKey),
  )

/** A token signed in any way, also a wrong one. */
export function tokenWith(header: Claims, claims: Claims, signature: (text: string) => Buffer): string {
  const text = `${base64url(header)}.${base64url(claims)}`
  return `${text}.${signature(text).toString('base64url')}`
}

const base64url = (value: Claims): string => Buffer.from(JSON.stringify(value)).toString('base64url')
