import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { obpHotel, standardHotel, storeProperty } from '../../functions/test/support/connection-builders.ts'
import { expectConnected } from '../../functions/test/support/connection-state.ts'
import { sweep, uniqueId } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { dialog, staff } from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'

withBrowser()

test(
  'many properties are pasted, tested, chosen, connected and reported, also after the page was closed meanwhile',
  journey,
  async () => {
    const [one, paid, waits, unfit] = [
      await storeProperty(),
      await storeProperty({ plan: 'paid' }),
      await storeProperty({ hotel: { ...obpHotel, behaviour: 'agreement-pending' } }),
      await storeProperty({ hotel: standardHotel }),
    ]
    const lines = [
      'property\thotel id\tpayment',
      `${one.propertyId}\t${one.hotelId}`,
      `${paid.propertyId}\t${paid.hotelId}\t${uniqueId('pay')}`,
      `${waits.propertyId}\t${waits.hotelId}`,
      `${unfit.propertyId}\t${unfit.hotelId}`,
      `${one.propertyId}\tabc`,
      'nothing',
    ]
    const user = await staff()
    const page = await windowOf(user, '/requests')
    await page.getByRole('link', { name: 'Many at once' }).click()
    await page.getByRole('heading', { name: 'Connect many at once', level: 1 }).waitFor()
    const test = page.getByRole('button', { name: 'Test all' })
    expect(await test.isDisabled()).toBe(true)
    await page.getByLabel('Properties').fill(lines.join('\n'))
    await page.getByText('5 properties read').waitFor()
    await page.getByText('We can’t read 1 line: 7').waitFor()
    await look(page, 'many-paste')
    await test.press('Enter')
    await page.getByRole('heading', { name: '5 properties, Booking.com', level: 1 }).waitFor()
    const address = new URL(page.url()).pathname
    await sweep('workdue')
    await page.getByText('Would connect', { exact: true }).first().waitFor()
    await page.getByText('Would wait for acceptance', { exact: true }).waitFor()
    await page.getByText('Would be refused', { exact: true }).waitFor()
    await page.getByText('Not valid', { exact: true }).waitFor()
    await look(page, 'many-tested')
    const boxes = page.getByRole('checkbox')
    expect(await boxes.count()).toBe(3)
    const connects = (count: number) => page.getByRole('button', { name: `Connect ${count}` }).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(2).check()
    await connects(2)
    await page.getByRole('button', { name: 'Choose all 3 that can connect' }).click()
    await boxes.nth(0).uncheck()
    await boxes.nth(1).uncheck()
    await connects(1)
    expect(
      await boxes.evaluateAll(all => all.map(one => one instanceof HTMLInputElement && one.checked)),
    ).toEqual([...[false, false, true]])
    await page.getByRole('button', { name: 'Choose all 3 that can connect' }).click()
    await page.getByRole('button', { name: 'Connect 3 for €49.00' }).click()
    await dialog(page).getByText('Charged in all: €49.00.').waitFor()
    await look(page, 'many-confirm')
    await dialog(page).getByRole('button', { name: 'Connect 3' }).click()
    await page.getByText('We are connecting them.').waitFor()
    await page.getByText('2 of 5 done').waitFor()
    await look(page, 'many-connecting')
    await page.close()
    await sweep('workdue')
    await sweep('workdue')

    const again = await windowOf(user, '/properties/many')
    await again.locator(`a[href="${address}"]`).click()
    await again.getByText('Left to us until accepted', { exact: true }).waitFor()
    expect(await again.getByText('Connected', { exact: true }).count()).toBe(2)
    await look(again, 'many-report')
    const saving = again.waitForEvent('download')
    await again.getByRole('button', { name: 'Download report' }).click()
    const report = await readFile(await (await saving).path(), 'utf8')
    expect(report).toContain(`${one.propertyId},Harbour View,${one.hotelId},Connected`)
    expect(report.trim().split('\r\n')).toHaveLength(6)
    await expectConnected(one)
    await expectConnected(paid)
  },
)
