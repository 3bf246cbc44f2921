/** What went wrong, and what to do. */
export interface Explanation {
  readonly what: string
  readonly remedy: string
}

type Row = readonly [pattern: RegExp, explain: (project: string, found: RegExpExecArray) => Explanation]

/** Cloud Run's refusals above a project's quota, which retries do not cure. */
export const overQuota =
  /Quota exceeded for total allowable CPU|maxScale may not exceed|Max instances must be set to|(?:Cpu|Mem)AllocPerProjectRegion/

const cloudConsole = (path: string, project: string): string =>
  `https://console.cloud.google.com/${path}?project=${project}`

/** firebase-tools' messages, and what they mean for a deployment of this project. The first match wins. */
const rows: readonly Row[] = [
  [
    overQuota,
    project => ({
      what: 'The quota of CPUs for Cloud Run in the region is exhausted.',
      remedy: `Ask for more at ${cloudConsole('iam-admin/quotas', project)}&service=run.googleapis.com or lower the instances in functions/src/index.ts, and deploy again: what is deployed stays.`,
    }),
  ],
  [
    /Unable to set the invoker|set invoker|Failed to set the IAM Policy on the Service/,
    project => ({
      what: 'Who deploys may not say who calls the functions.',
      remedy: `Have an owner grant the account the roles Cloud Functions Admin and Cloud Run Admin at ${cloudConsole('iam-admin/iam', project)} (or lift the organisation's policy iam.allowedPolicyMemberDomains for this project), and deploy again.`,
    }),
  ],
  [
    /must be on the Blaze|requires the pay-as-you-go|[Bb]illing (?:account|must be enabled)/,
    project => ({
      what: 'The project has no billing account.',
      remedy: `Upgrade it to the Blaze plan at https://console.firebase.google.com/project/${project}/usage/details and deploy again.`,
    }),
  ],
  [
    /no value for the secret (\w+)/,
    (project, [, name]) => ({
      what: `The secret ${name} has no value.`,
      remedy: `Set it with npx firebase functions:secrets:set ${name} --project ${project} and deploy again.`,
    }),
  ],
  [
    /secret versions|illegal state/,
    project => ({
      what: 'The newest version of a secret is switched off.',
      remedy: `Enable it at ${cloudConsole('security/secret-manager', project)} or set the secret anew, and deploy again.`,
    }),
  ],
  [
    /no value for the following environment variables: (.*)/,
    (project, [, names]) => ({
      what: `Parameters have no value: ${names}.`,
      remedy: `Run npm run deploy -- --project ${project} --init, which adds them to functions/.env.${project}, and deploy again.`,
    }),
  ],
  [
    /serviceAccounts\.[Aa]ctAs/,
    project => ({
      what: 'Who deploys may not run functions as their service account.',
      remedy: `Have an owner grant the account the role Service Account User at ${cloudConsole('iam-admin/iam', project)}, and deploy again.`,
    }),
  ],
  [
    /failed to modify the IAM policy|Authorization failed|Missing required permission|PERMISSION_DENIED|HTTP Error: 403/,
    project => ({
      what: 'Who deploys lacks a role.',
      remedy: `Have an owner grant the account the roles that docs/deploy.md lists at ${cloudConsole('iam-admin/iam', project)}, and deploy again.`,
    }),
  ],
  [
    /trigger location must match/,
    () => ({
      what: 'The database is in another region than the functions.',
      remedy:
        'Use a project whose database is in the region that firebase.json names: a database cannot be moved.',
    }),
  ],
  [
    /Exceeded maximum retries|HTTP Error: (?:429|503)/,
    () => ({
      what: 'Google did not take so many changes at once.',
      remedy: 'Wait some minutes and deploy again: what is deployed already is skipped.',
    }),
  ],
]

/** Reads the whole output of firebase-tools. */
export function explain(output: string, project: string): Explanation {
  for (const [pattern, explanation] of rows) {
    const found = pattern.exec(output)
    if (found) return explanation(project, found)
  }
  const said = /^\s*Error:\s*(.+)$/m.exec(output)?.[1] ?? 'firebase-tools failed'
  return {
    what: said,
    remedy: 'Correct that, or look at what docs/deploy.md says of failures, and deploy again.',
  }
}
