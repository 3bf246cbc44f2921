import { expect, test, vi } from 'vitest'
import { storeProperty } from '../../functions/test/support/connection-builders.ts'
import { mailsTo } from '../../functions/test/support/connection-state.ts'
import { ask } from '../../functions/test/support/review.ts'
import { db, update } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { dialog, isFocused, requestPath, staff } from './support/connecting.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

type Page = Awaited<ReturnType<typeof windowOf>>

/** Opens the guide at a step that the user has reached. */
async function openAt(
  page: Page,
  { uid }: { uid: string },
  property: Awaited<ReturnType<typeof storeProperty>>,
  step: string,
): Promise<void> {
  await page.evaluate(
    ([key, value]) => localStorage.setItem(String(key), String(value)),
    [
      `connect/${uid}/${property.propertyId}/booking`,
      JSON.stringify({ step, name: 'Channex', hotelId: property.hotelId }),
    ],
  )
  await page.goto(requestPath(property))
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
}

const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send to the landlord…' })
const again = (page: Page) => dialog(page).getByRole('button', { name: 'Send again…' })

test.each([
  ['logIn', 'The page to log in', 'a button to log in'],
  ['copyCode', 'The top of the extranet', 'framed'],
  ['openProvider', 'Where Connectivity Provider is', 'Account menu'],
  ['searchName', 'The search for a provider', 'the full name Channex'],
  ['confirm', 'The selection', 'Channex is selected'],
  ['agreement', 'The agreement', 'a box that is ticked'],
  ['wait', 'The connection, when it is active', 'Channex is marked as active'],
])(
  'the place to look for in step %s is drawn, and described for screen readers',
  async (step, title, what) => {
    const [olivia, property] = await Promise.all([staff(), storeProperty()])
    const page = await windowOf(olivia, requestPath(property))
    await openAt(page, olivia, property, step)
    const drawing = dialog(page).getByRole('img', { name: title })
    await drawing.waitFor()
    const description = await drawing.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${description}"]`).textContent()).toContain(what)
    await send(page).waitFor()
    await look(page, `guide-${step}`)
    // No text of the drawing is cut off or lies outside.
    const isWithin = await drawing.evaluate(svg => {
      const { left, right } = svg.getBoundingClientRect()
      return [...svg.querySelectorAll('text')].every(text => {
        const box = text.getBoundingClientRect()
        return box.left >= left && box.right <= right && box.width > 0
      })
    })
    expect(isWithin).toBe(true)
  },
)

test('a step outside the extranet is neither drawn nor sent', async () => {
  const [olivia, property] = await Promise.all([staff(), storeProperty()])
  const page = await windowOf(olivia, requestPath(property))
  await openAt(page, olivia, property, 'introduction')
  await dialog(page).getByRole('heading', { name: 'What you need' }).waitFor()
  expect(await dialog(page).getByRole('img', { name: /^The / }).count()).toBe(0)
  expect(await send(page).count()).toBe(0)
})

test('a step is sent to the landlord by the keyboard alone, and a colleague sees that it was', async () => {
  const [olivia, oscar, property] = await Promise.all([
    staff(),
    person('Oscar', 'operations'),
    storeProperty(),
  ])
  await update(`accounts/${property.landlordId}`, { language: 'de' })
  const page = await windowOf(olivia, requestPath(property))
  await openAt(page, olivia, property, 'agreement')
  await send(page).press('Enter')
  const to = `“Accept the XML Service Agreement” goes to Lars Lindqvist, ${property.email}.`
  await dialog(page).getByText(to).waitFor()
  const language = dialog(page).getByLabel('Language')
  expect(await language.inputValue()).toBe('de')
  const heading = dialog(page).getByRole('heading', { name: 'Send this step to the landlord' })
  await expect.poll(() => heading.evaluate(isFocused)).toBe(true)
  await look(page, 'guide-send')
  await language.selectOption('Spanish')

  // A colleague has the dialog open, too, and sends second.
  const second = await windowOf(oscar, requestPath(property))
  await openAt(second, oscar, property, 'agreement')
  await send(second).click()
  await dialog(second).getByText(to).waitFor()

  await language.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The step is on its way to Lars Lindqvist.').waitFor()
  await dialog(page)
    .getByText(/^Sent to Lars Lindqvist .+ by you, in Spanish\.$/)
    .waitFor()
  await expect.poll(() => again(page).evaluate(isFocused)).toBe(true)

  await dialog(second).getByRole('button', { name: 'Send', exact: true }).click()
  await second.getByText('Olivia has sent it already, so we didn’t send it again.').waitFor()
  await dialog(second)
    .getByText(/by Olivia, in Spanish\.$/)
    .waitFor()
  await look(second, 'guide-sent')
  await vi.waitFor(async () => expect(await mailsTo(property.email)).toHaveLength(1), 20_000)

  // After the notice the button sends again.
  await again(second).click()
  await dialog(second).getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(second)
    .getByText(/by you, in German\.$/)
    .waitFor()
  await vi.waitFor(async () => expect(await mailsTo(property.email)).toHaveLength(2), 20_000)
})

test('a step that cannot be sent, or was not, says so with what to do', async () => {
  const [olivia, mute, property] = await Promise.all([
    staff(),
    storeProperty({ email: null }),
    storeProperty(),
  ])
  const page = await windowOf(olivia, requestPath(mute))
  await openAt(page, olivia, mute, 'logIn')
  await dialog(page).getByText('The landlord has no e-mail address.').waitFor()
  expect(await send(page).count()).toBe(0)
  await look(page, 'guide-no-address')

  await openAt(page, olivia, property, 'logIn')
  await send(page).click()
  await page.route('**/guide-steps/**', route =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const press = dialog(page).getByRole('button', { name: 'Send', exact: true })
  await press.click()
  await dialog(page).getByText('The step wasn’t sent.').waitFor()
  await dialog(page).getByText('The server can’t be reached.').waitFor()
  await page.unroute('**/guide-steps/**')
  await press.click()
  await dialog(page)
    .getByText(/by you, in English\.$/)
    .waitFor()
  const { sentSteps } = (await db().doc(`connectionRequests/${property.requestId}`).get()).data() ?? {}
  await update(`emails/${sentSteps[0].emailId}`, { status: 'bounced' })
  await openAt(page, olivia, property, 'logIn')
  await dialog(page).getByText('The e-mail didn’t arrive.').waitFor()
  expect((await ask('GET', `/api/property-requests/${property.requestId}`)).status).toBe(200)
})
