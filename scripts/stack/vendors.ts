import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { repoRoot } from './paths.ts'

export type Vendor = { name: string; without: string; parameters: string[]; secrets: string[] }

/** What each vendor needs in a deployment, and what does not work without it. */
export const vendors: Vendor[] = [
  {
    name: 'Channel manager',
    without: 'no property can be connected',
    parameters: ['PUBLIC_URL'],
    secrets: ['CHANNEL_MANAGER_API_KEY', 'CHANNEL_MANAGER_WEBHOOK_SECRET'],
  },
  {
    name: 'Twilio',
    without: 'no chatapp or SMS message is sent or received',
    parameters: ['TWILIO_ACCOUNT_SID', 'CHATAPP_SENDER', 'SMS_SENDER', 'PUBLIC_URL'],
    secrets: ['TWILIO_AUTH_TOKEN'],
  },
  {
    name: 'SendGrid',
    without: 'no e-mail is sent, or nobody learns which did not arrive',
    parameters: [
      'SENDGRID_WEBHOOK_PUBLIC_KEY',
      'EMAIL_SENDER',
      'TEMPLATE_OTA_LISTING_LIVE',
      'TEMPLATE_SUPPORT_MESSAGE',
      'TEMPLATE_OTA_GUIDE_STEP',
    ],
    secrets: ['SENDGRID_API_KEY'],
  },
  {
    name: 'Algolia',
    without: 'threads cannot be searched',
    parameters: ['ALGOLIA_APP_ID'],
    secrets: ['ALGOLIA_API_KEY', 'ALGOLIA_SEARCH_KEY'],
  },
  {
    name: 'Billing',
    without: 'no invoice is ever confirmed, so all stay open',
    parameters: [],
    secrets: ['BILLING_WEBHOOK_SECRET'],
  },
  {
    name: 'Cloud Storage',
    without: 'no file is sent or received',
    parameters: ['FILES_BUCKET', 'PUBLIC_URL'],
    secrets: ['FILE_LINK_KEY'],
  },
  {
    name: 'Guest platform',
    without: 'messages are not forwarded to guests',
    parameters: ['GUEST_PLATFORM_URL'],
    secrets: ['GUEST_PLATFORM_API_KEY'],
  },
]

export type VendorGap = { vendor: Vendor; parameters: string[]; secrets: string[] }

/** The vendors that lack something; `hasSecret` answers undefined where nobody can tell. */
export function vendorGaps(
  configured: Record<string, string | undefined>,
  hasSecret: (name: string) => boolean | undefined,
): VendorGap[] {
  return vendors
    .map(vendor => ({
      vendor,
      parameters: vendor.parameters.filter(name => !configured[name]),
      secrets: vendor.secrets.filter(name => hasSecret(name) === false),
    }))
    .filter(({ parameters, secrets }) => parameters.length + secrets.length > 0)
}

/** The parameters of a deployment: `functions/.env`, then `functions/.env.<project>`, which wins. */
export function deployParameters(
  project: string | undefined,
  folder = functionsFolder,
): Record<string, string | undefined> {
  const files = ['.env', ...(project ? [`.env.${project}`] : [])]
  return Object.assign({}, ...files.map(name => parametersIn(path.join(folder, name))))
}

/** The parameters that stand in `functions/.env.<project>` and so belong to that project alone. */
export const ownParameters = (
  project: string,
  folder = functionsFolder,
): Record<string, string | undefined> => parametersIn(path.join(folder, `.env.${project}`))

const functionsFolder = path.join(repoRoot, 'functions')

const parametersIn = (file: string): Record<string, string | undefined> =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}

/** One paragraph per gap: what is missing, what that means, how to set it. */
export function describeGap({ vendor, parameters, secrets }: VendorGap, project = '<project>'): string {
  const lines = [`${vendor.name}: ${[...parameters, ...secrets].join(', ')} not set (${vendor.without})`]
  if (parameters.length > 0) lines.push(`    add ${parameters.join(', ')} to functions/.env.${project}`)
  for (const name of secrets)
    lines.push(`    npx firebase functions:secrets:set ${name} --project ${project}`)
  return lines.join('\n')
}
