import { bestEffort } from '../../best-effort.ts'
import type { Needs } from '../../context.ts'
import { type DomainError, ProviderError } from '../../errors.ts'
import type { Listing } from '../channel-manager.ts'
import { otas } from '../otas.ts'
import { fromProviderError } from '../rejections.ts'
import { changeConsent } from './change-consent.ts'
import { type Consent, type ConsentReason, channelGone, isGranted, reasonIn, tokenLost } from './consent.ts'

type Deps = Needs<'channelManager' | 'consents'>

/** How long listings that were read are told again. Milliseconds. */
const freshMs = 5 * 60_000
/** More would not fit into the document. */
const most = 2000

interface Told {
  listings: Listing[] | null
  /** Why they could not be read. */
  listingsProblem: ConsentReason | null
}

/** The listings of the account: those that were read a while ago, unless they have to be fresh. */
export async function tellListings(
  deps: Deps,
  consentId: string,
  consent: Consent,
  isFresh: boolean,
): Promise<Told> {
  const { channelManagerChannelId: id, listings: known } = consent
  if (id === undefined || !isGranted(consent)) return { listings: null, listingsProblem: null }
  const at = deps.clock.now()
  if (known && !isFresh && at.getTime() - known.at.getTime() < freshMs)
    return { listings: known.values, listingsProblem: null }
  const told = await readListings(deps, consent, id)
  const { listings: values } = told
  const kept = values && values.length <= most ? { at, values } : undefined
  if (kept ?? known)
    await bestEffort(deps.log, 'keeping listings of a consent', () =>
      changeConsent(deps, consentId, ({ listings: before, ...current }) => {
        const isOver = current.channelManagerChannelId !== id || (before && before.at >= at)
        if (isOver || !(kept ?? before)) return 'done'
        return { ...current, ...(kept && { listings: kept }) }
      }),
    )
  return told
}

async function readListings({ channelManager }: Deps, consent: Consent, id: string): Promise<Told> {
  try {
    return { listings: await channelManager.listings(id), listingsProblem: null }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const problem = error.kind === 'permanent' ? await knownProblem(channelManager, consent, id) : undefined
    return { listings: null, listingsProblem: reasonIn(problem ?? fromProviderError(error)) }
  }
}

async function knownProblem(
  channelManager: Deps['channelManager'],
  consent: Consent,
  id: string,
): Promise<DomainError | undefined> {
  try {
    const channel = await channelManager.channel(id)
    if (!channel) return channelGone(consent)
    return channel.host?.isTokenLost ? tokenLost(otas[consent.ota].label) : undefined
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}
