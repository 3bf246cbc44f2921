import { test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
import { row } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, person } from './support/world.ts'

withBrowser()

test('a user called to a thread sees why, in the list and in the thread', async () => {
  const sam = await person('Sam')
  const since = new Date()
  const { guestName } = await conversation({
    staff: [sam],
    name: 'Called Carla',
    lastInboundAt: new Date(Date.now() - 23 * 3_600_000),
    thread: {
      needsAttention: [sam.uid],
      needsAttentionMap: { [sam.uid]: true },
      ownerId: sam.uid,
      state: 'open',
      attention: { [sam.uid]: ['window-closing', 'assigned'].map(cause => ({ cause, since })) },
      unansweredSince: since,
      dueBy: new Date(Date.now() + 3_600_000),
      updatedAt: since,
    },
  })
  const page = await windowOf(sam, '/inbox?view=mine')
  await row(page, guestName).getByText('The window closes soon · Assigned to you').waitFor()
  await row(page, guestName).click()
  await page
    .getByRole('region', { name: 'Owner and state' })
    .getByText(/The window closes at .+ · Assigned to you/)
    .waitFor()
  await look(page, 'called')
})
