import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { eventually, makeEmailsOverdue, post, sandbox, storedThread, uniqueText } from '../support/chat.ts'
import { mailsTo } from '../support/connection-state.ts'
import { db, signIn, sweep } from '../support/stack.ts'

it('a support message that the landlord has not read in time is told by one e-mail, without its text', async () => {
  const [landlord, staff] = await Promise.all([signIn({ role: 'landlord' }), signIn({ role: 'support' })])
  const to = `${landlord.uid}@example.com`
  await db().doc(`accounts/${landlord.uid}`).set({ name: 'Lars Holm', email: to })
  const threadId = await storeThread({ source: 'support', participantIds: [landlord.uid], version: 0 })
  const body = uniqueText()
  expect((await post(threadId, staff, { body })).status).toBe(201)
  await sweep()
  const { supportNotificationDueAt: dueAt, updatedAt } = await storedThread(threadId)
  expect(Date.parse(dueAt) - Date.parse(updatedAt)).toBe(600_000)

  await makeEmailsOverdue(threadId)
  await sweep()
  await eventually(
    () => mailsTo(to),
    mails => expect(mails).toHaveLength(1),
  )
  await sweep()
  const [mail, ...others] = await mailsTo(to)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ template_id: 'd-support-message' })
  const { name, link } = mail.personalizations[0].dynamic_template_data
  expect(name).toBe('Lars Holm')
  expect(link).toMatch(new RegExp(`^https?://.+/threads/${threadId}$`))
  const sent = (await sandbox().requests('sendgrid')).map(request => JSON.stringify(request.body))
  expect(sent.filter(request => request.includes(body))).toEqual([])
  expect(await storedThread(threadId)).not.toHaveProperty('supportNotificationDueAt')
})
