import * as z from 'zod'
import { googleToken } from '../google-token.ts'
import { googleCall } from './google-call.ts'
import type { HeldUser } from './user-status.ts'

const reply = z.looseObject({
  users: z
    .array(
      z.looseObject({
        localId: z.string(),
        disabled: z.boolean().default(false),
        /** Seconds since 1970. */
        validSince: z.string().optional(),
        /** JSON. */
        customAttributes: z.string().optional(),
      }),
    )
    .default([]),
})
const attributes = z.record(z.string(), z.unknown())

/** Reads a user's record as the Admin SDK does, without the SDK's loading time. */
export function userRecord(projectId: string): { getUser(uid: string): Promise<HeldUser> } {
  const emulator = process.env.FIREBASE_AUTH_EMULATOR_HOST
  const origin = emulator
    ? `http://${emulator}/identitytoolkit.googleapis.com`
    : 'https://identitytoolkit.googleapis.com'
  const url = new URL(`${origin}/v1/projects/${projectId}/accounts:lookup`)
  const token = emulator
    ? async () => 'owner'
    : googleToken([
        'https://www.googleapis.com/auth/identitytoolkit',
        'https://www.googleapis.com/auth/cloud-platform',
      ])
  const ask = async (uid: string, isRefused: boolean) =>
    googleCall({
      url,
      headers: { authorization: `Bearer ${await token(isRefused)}` },
      body: { localId: [uid] },
    })
  return {
    async getUser(uid) {
      const first = await ask(uid, false)
      const { status, body } = first.status === 401 ? await ask(uid, true) : first
      if (status !== 200) throw new Error(`the record of a user cannot be read: ${status}`)
      const user = reply.parse(body).users.find(({ localId }) => localId === uid)
      if (!user) throw Object.assign(new Error('there is no such user'), { code: 'auth/user-not-found' })
      const { disabled, validSince, customAttributes } = user
      return {
        disabled,
        customClaims:
          customAttributes === undefined ? undefined : attributes.parse(JSON.parse(customAttributes)),
        tokensValidAfterTime:
          validSince === undefined ? undefined : new Date(Number(validSince) * 1000).toUTCString(),
      }
    },
  }
}
