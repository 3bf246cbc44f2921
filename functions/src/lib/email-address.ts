import { domainToASCII } from 'node:url'
import * as z from 'zod'

const notInLocalPart = /[\s\p{C}"(),:;<>@[\\\]]/u
const notInDomain = /[\s\p{C}/\\?#%:@<>[\]]/u

/** As the name system has it (`müller.de` is `xn--mller-kva.de`); empty where it is no domain. */
export const asciiDomain = (domain: string): string => (notInDomain.test(domain) ? '' : domainToASCII(domain))

const isLabel = (label: string): boolean =>
  /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

function isDomain(domain: string): boolean {
  const labels = asciiDomain(domain).split('.')
  return labels.length > 1 && labels.every(isLabel) && /^[a-z]./.test(labels.at(-1) ?? '')
}

function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const isDotted = local.split('.').every(part => part !== '')
  return (
    at > 0 && local.length <= 64 && isDotted && !notInLocalPart.test(local) && isDomain(text.slice(at + 1))
  )
}

/** An e-mail address of any script, in the local part too (RFC 6531). */
export const emailAddress = z.string().max(254).refine(isEmailAddress, 'must be an e-mail address')
