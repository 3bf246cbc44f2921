import { expect, test } from 'vitest'
import { explain } from './explain.ts'

// As firebase-tools and Google's APIs say it.
test.each([
  [
    'HTTP Error: 400, Could not create Cloud Run service chat. spec.template.spec.containers.resources.limits.cpu: Invalid value specified for cpu. For the specified value, maxScale may not exceed 10.',
    /Ask for more at https:/,
  ],
  ['Max instances must be set to 200 or fewer to set the requested total CPU.', /Ask for more at https:/],
  [
    'Unable to set the invoker for the IAM policy on the following functions:\n\tchat',
    /Cloud Functions Admin/,
  ],
  ['Error: Your project p must be on the Blaze (pay-as-you-go) plan', /Blaze plan/],
  [
    'Error: In non-interactive mode but have no value for the secret NEW_KEY: NEW_KEY',
    /functions:secrets:set NEW_KEY --project p/,
  ],
  ["Error: Cloud Secret Manager's latest version of secret 'A is in illegal state DISABLED", /Enable it/],
  [
    'Error: In non-interactive mode but have no value for the following environment variables: A, B',
    /--init/,
  ],
  ['Missing permissions required for functions deploy. iam.serviceAccounts.ActAs', /Service Account User/],
  ['Error: We failed to modify the IAM policy for the project.', /roles that docs\/deploy\.md lists/],
  ['A firestore trigger location must match the firestore database region.', /cannot be moved/],
  ['Exceeded maximum retries while deploying functions.', /Wait some minutes/],
  ['Error: something new', /deploy again/],
])('%s', (said, remedy) => {
  const explanation = explain(`i  deploying\n${said}\n`, 'p')
  expect(explanation.remedy).toMatch(remedy)
  expect(explanation.remedy.match(/[.!?](?: |$)/g)).toHaveLength(1)
})

test('what nobody foresaw is said as firebase-tools says it', () => {
  expect(explain('\nError: something new\n', 'p').what).toBe('something new')
})
