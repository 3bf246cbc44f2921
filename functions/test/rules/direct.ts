import { fromStack, type User } from '../support/stack.ts'

/** The status of a read as the dashboard makes it: from Firestore itself, where only the rules decide. */
export async function statusOf(path: string, { token }: User): Promise<number> {
  const root = `projects/${fromStack('GCLOUD_PROJECT')}/databases/(default)/documents`
  const response = await fetch(`http://${fromStack('FIRESTORE_EMULATOR_HOST')}/v1/${root}/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  await response.body?.cancel()
  return response.status
}
