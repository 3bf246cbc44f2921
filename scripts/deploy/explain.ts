/** What went wrong, and what to do. */
export interface Explanation {
  readonly what: string
  readonly remedy: string
}

/** `{project}` stands for its id, `$1` for what the pattern caught. */
type Row = readonly [pattern: RegExp, what: string, remedy: string]

/** Cloud Run's refusals above a project's quota, which retries do not cure. */
export const overQuota =
  /Quota exceeded for total allowable CPU|maxScale may not exceed|Max instances must be set to|(?:Cpu|Mem)AllocPerProjectRegion/

const cloudConsole = (path: string): string => `https://console.cloud.google.com/${path}?project={project}`
const roles = cloudConsole('iam-admin/iam')

/** firebase-tools' messages, and what they mean for a deployment of this project. The first match wins. */
const rows: readonly Row[] = [
  [
    overQuota,
    'The quota of CPUs for Cloud Run in the region is exhausted.',
    `Ask for more at ${cloudConsole('iam-admin/quotas')}&service=run.googleapis.com or lower the instances in functions/src/index.ts, and deploy again: what is deployed stays.`,
  ],
  [
    /Unable to set the invoker|set invoker|Failed to set the IAM Policy on the Service/,
    'Who deploys may not say who calls the functions.',
    `Have an owner grant the account the roles Cloud Functions Admin and Cloud Run Admin at ${roles} (or lift the organisation's policy iam.allowedPolicyMemberDomains for this project), and deploy again.`,
  ],
  [
    /must be on the Blaze|requires the pay-as-you-go|[Bb]illing (?:account|must be enabled)/,
    'The project has no billing account.',
    'Upgrade it to the Blaze plan at https://console.firebase.google.com/project/{project}/usage/details and deploy again.',
  ],
  [
    /no value for the secret (\w+)/,
    'The secret $1 has no value.',
    'Set it with npx firebase functions:secrets:set $1 --project {project} and deploy again.',
  ],
  [
    /secret versions|illegal state/,
    'The newest version of a secret is switched off.',
    `Enable it at ${cloudConsole('security/secret-manager')} or set the secret anew, and deploy again.`,
  ],
  [
    /no value for the following environment variables: (.*)/,
    'Parameters have no value: $1.',
    'Run npm run deploy -- --project {project} --init, which adds them to functions/.env.{project}, and deploy again.',
  ],
  [
    /serviceAccounts\.[Aa]ctAs/,
    'Who deploys may not run functions as their service account.',
    `Have an owner grant the account the role Service Account User at ${roles}, and deploy again.`,
  ],
  [
    /failed to modify the IAM policy|Authorization failed|Missing required permission|PERMISSION_DENIED|HTTP Error: 403/,
    'Who deploys lacks a role.',
    `Have an owner grant the account the roles that docs/deploy.md lists at ${roles}, and deploy again.`,
  ],
  [
    /trigger location must match/,
    'The database is in another region than the functions.',
    'Use a project whose database is in the region that firebase.json names: a database cannot be moved.',
  ],
  [
    /Exceeded maximum retries|HTTP Error: (?:429|503)/,
    'Google did not take so many changes at once.',
    'Wait some minutes and deploy again: what is deployed already is skipped.',
  ],
]

/** Reads the whole output of firebase-tools. */
export function explain(output: string, project: string): Explanation {
  for (const [pattern, what, remedy] of rows) {
    const found = pattern.exec(output)
    const filled = (text: string) =>
      text.replaceAll('$1', () => found?.[1] ?? '').replaceAll('{project}', project)
    if (found) return { what: filled(what), remedy: filled(remedy) }
  }
  const said = /^\s*Error:\s*(.+)$/m.exec(output)?.[1] ?? 'firebase-tools failed'
  return {
    what: said,
    remedy: 'Correct that, or look at what docs/deploy.md says of failures, and deploy again.',
  }
}
