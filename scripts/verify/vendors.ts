import * as z from 'zod'
import { type Check, check, refute } from './check.ts'

/** Vendors' status pages, all in the format of Atlassian's Statuspage. */
const pages = {
  Twilio: 'https://status.twilio.com',
  SendGrid: 'https://status.sendgrid.com',
  Algolia: 'https://status.algolia.com',
}
const status = z.object({ status: z.object({ indicator: z.string(), description: z.string() }) })

/** Checks of the vendors' status pages. An unreadable page is no failure. */
export const vendorChecks = (ask: typeof fetch = fetch): Check[] =>
  Object.entries(pages).map(([vendor, page]) =>
    check(vendor, async () => {
      const { data } = status.safeParse(
        await ask(`${page}/api/v2/status.json`, { signal: AbortSignal.timeout(10_000) })
          .then(response => response.json())
          .catch(() => undefined),
      )
      if (!data) return `its status page (${page}) says nothing`
      const { indicator, description } = data.status
      if (indicator === 'major' || indicator === 'critical')
        refute(`it says: ${description}.`, `Wait: what is due goes on by itself. ${page}`)
      return `it says: ${description}`
    }),
  )
