import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { repoRoot } from '../stack/paths.ts'

/** The parameters and secrets that each vendor needs, and what does not work without them. */
export const vendors: readonly { name: string; without: string; needs: string[] }[] = [
  {
    name: 'Channel manager',
    without: 'no property can be connected',
    needs: ['PUBLIC_URL', 'CHANNEL_MANAGER_API_KEY', 'CHANNEL_MANAGER_WEBHOOK_SECRET'],
  },
  {
    name: 'Twilio',
    without: 'no chatapp or SMS message is sent or received',
    needs: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'CHATAPP_SENDER', 'SMS_SENDER', 'PUBLIC_URL'],
  },
  {
    name: 'SendGrid',
    without: 'no e-mail is sent, or nobody learns which did not arrive',
    needs: [
      'SENDGRID_API_KEY',
      'SENDGRID_WEBHOOK_PUBLIC_KEY',
      'EMAIL_SENDER',
      'TEMPLATE_OTA_LISTING_LIVE',
      'TEMPLATE_SUPPORT_MESSAGE',
      'TEMPLATE_OTA_GUIDE_STEP',
    ],
  },
  {
    name: 'Algolia',
    without: 'threads cannot be searched',
    needs: ['ALGOLIA_APP_ID', 'ALGOLIA_API_KEY', 'ALGOLIA_SEARCH_KEY'],
  },
  {
    name: 'Billing',
    without: 'no invoice is ever confirmed, so all stay open',
    needs: ['BILLING_WEBHOOK_SECRET'],
  },
  {
    name: 'Cloud Storage',
    without: 'no file is sent or received',
    needs: ['FILES_BUCKET', 'FILE_LINK_KEY', 'PUBLIC_URL'],
  },
  {
    name: 'Guest platform',
    without: 'messages are not forwarded to guests',
    needs: ['GUEST_PLATFORM_URL', 'GUEST_PLATFORM_API_KEY'],
  },
]

type Values = Readonly<Record<string, string | undefined>>

/** The vendors that lack a value, each with the names of what it lacks. */
export const vendorGaps = (values: Values): { name: string; without: string; lacks: string[] }[] =>
  vendors
    .map(({ name, without, needs }) => ({ name, without, lacks: needs.filter(one => !values[one]) }))
    .filter(({ lacks }) => lacks.length > 0)

/** The parameters of a deployment that differ from their defaults: `functions/.env.<project>`. */
export function parametersOf(project: string, folder = path.join(repoRoot, 'functions')): Values {
  const file = path.join(folder, `.env.${project}`)
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}
