import { describeGap, type VendorGap } from '../stack/vendors.ts'
import type { Explanation } from './explain.ts'
import type { Plan } from './plan.ts'

export interface Consent {
  /** Whether resources missing from this checkout may be removed from the project. */
  readonly deleteRemoved: boolean
  readonly withoutVendors: boolean
  /** Limits the deployment, in firebase-tools' syntax: `functions,hosting`. */
  readonly only?: string | undefined
}

/** What blocks a plan, in the order in which to deal with it. */
export function obstaclesTo(
  plan: Plan,
  gaps: readonly VendorGap[],
  consent: Consent,
  project: string,
): Explanation[] {
  const { missingParameters, unchosen, missingSecrets, database } = plan
  const removed = plan.removed.filter(one => isTouched(one, consent.only))
  const found: (Explanation | false)[] = [
    typeof database === 'object' && {
      what: `The database is in ${database.elsewhere}, and the functions are not.`,
      remedy:
        'Use a project whose database is in the region that firebase.json names: a database cannot be moved.',
    },
    missingParameters.length > 0 && {
      what: `Parameters have no value: ${missingParameters.join(', ')}.`,
      remedy: `Run npm run deploy -- --project ${project} --init, which adds them to functions/.env.${project}.`,
    },
    unchosen.length > 0 &&
      isTouched('function ', consent.only) && {
        what: `You must choose: ${unchosen.join(', ')}.`,
        remedy: `Set it in functions/.env.${project}, as docs/configuration.md says. For ALLOWED_COUNTRIES "DE,IT", or "*" for every country, at every price: then also caps of your own for MAX_SENDS_PER_USER_PER_DAY and MAX_SENDS_BY_MEMBERS_PER_DAY, whose defaults are for 12 cents a segment. For CHAT_JOIN_POLICY "participants" if strangers can sign up, else "authenticated".`,
      },
    missingSecrets.length > 0 && {
      what: `Secrets have no value: ${missingSecrets.join(', ')}.`,
      remedy: `Set each with npx firebase functions:secrets:set NAME --project ${project}; one whose vendor you do without may be any word.`,
    },
    gaps.length > 0 &&
      !consent.withoutVendors && {
        what: `Some vendors have no credentials.\n${gaps.map(gap => describeGap(gap, project)).join('\n')}`,
        remedy: 'Set them, or repeat with --without-vendors.',
      },
    removed.length > 0 &&
      !consent.deleteRemoved && {
        what: `This would be removed from ${project}: ${removed.join('; ')}.`,
        remedy: 'Repeat with --delete-removed if that is meant, or deploy a checkout that has it.',
      },
  ]
  return found.filter(one => one !== false)
}

const isTouched = (removed: string, only: string | undefined): boolean => {
  const target = removed.startsWith('function ') ? 'functions' : 'firestore'
  return only === undefined || only.split(',').some(one => one.startsWith(target))
}
