/** SendGrid's checks before it accepts a mail, and the words it refuses with. */

import { asList, asObject, isObject, presentText } from '../core/values.ts'

export interface Problem {
  readonly message: string
  readonly field: string
  /** SendGrid's reference has an object here; the sandbox leaves it empty. */
  readonly help: Readonly<Record<string, never>>
}

const problem = (field: string, message: string): Problem => ({ message, field, help: {} })

const emailPattern = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/

const isEmail = (value: unknown): boolean => typeof value === 'string' && emailPattern.test(value)

function fromProblems(from: unknown): Problem[] {
  const email = asObject(from).email
  if (presentText(email) === undefined) {
    return [
      problem(
        'from.email',
        'The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.',
      ),
    ]
  }
  return isEmail(email) ? [] : [problem('from.email', 'The from email does not contain a valid address.')]
}

function recipientProblems(list: unknown, field: string): Problem[] {
  return asList(list).flatMap((one, index) =>
    isEmail(asObject(one).email)
      ? []
      : [problem(`${field}.${index}.email`, 'Does not contain a valid address.')],
  )
}

function personalizationProblems(one: unknown, index: number): Problem[] {
  const field = `personalizations.${index}`
  const value = asObject(one)
  if (asList(value.to).length === 0) {
    return [
      problem(
        `${field}.to`,
        'The to array is required for all personalization objects, and must have at least one email object with a valid email address.',
      ),
    ]
  }
  return ['to', 'cc', 'bcc'].flatMap(key => recipientProblems(value[key], `${field}.${key}`))
}

function contentProblems(mail: Readonly<Record<string, unknown>>): Problem[] {
  if (presentText(mail.template_id) !== undefined) return []
  const problems: Problem[] = []
  const everySubject = asList(mail.personalizations).every(one => presentText(asObject(one).subject))
  if (presentText(mail.subject) === undefined && !everySubject) {
    problems.push(
      problem(
        'subject',
        'The subject is required. You can get around this requirement if you use a template with a subject defined or if every personalization has a subject defined.',
      ),
    )
  }
  if (asList(mail.content).length === 0) {
    problems.push(
      problem(
        'content',
        'Unless a valid template_id is provided, the content parameter is required. There must be at least one defined content block.',
      ),
    )
  }
  return problems
}

export function mailProblems(body: unknown): readonly Problem[] {
  if (!isObject(body)) return [problem('', 'Bad Request')]
  const personalizations = asList(body.personalizations)
  const noPersonalization =
    'The personalizations field is required and must have at least one personalization.'
  return [
    ...fromProblems(body.from),
    ...(personalizations.length === 0 ? [problem('personalizations', noPersonalization)] : []),
    ...personalizations.flatMap(personalizationProblems),
    ...contentProblems(body),
  ]
}
