import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { propertyChanged } from '../connection/api.ts'
import { type Charge, type Consent, consentQuery, consentsApi } from './api.ts'
import { type Choices, planKey } from './choices.ts'

const restingMs = 15_000
const movingMs = 3_000

const isMapping = ({ mappings }: Consent): boolean => mappings.some(({ state }) => state === 'waiting')

const isMoving = (consent: Consent): boolean =>
  consent.state === 'checking' || consent.state === 'activating' || isMapping(consent)

export const useConsent = (consentId: string) =>
  useQuery({
    ...consentQuery(consentId),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? movingMs : restingMs),
  })

interface Mapped {
  choices: Choices
  charge: Charge
}

/** Maps what was chosen, waits until the channel manager is done with it, and activates unless some of it failed. What failed and is given up is dropped. */
export function useMapAndActivate(consent: Consent) {
  const { consentId, ratePlans, properties, mappings } = consent
  const [failedAt, setFailedAt] = useState<string>()
  const queries = useQueryClient()
  const hasFailed = mappings.some(({ state }) => state === 'failed')
  const { queryKey } = consentQuery(consentId)
  const keep = (read: Consent): Consent => {
    queries.setQueryData(queryKey, read)
    return read
  }
  const mutation = useMutation({
    async mutationFn({ choices, charge }: Mapped) {
      const wanted = Object.entries(choices).flatMap(([listingId, chosen]) =>
        ratePlans
          .filter(plan => planKey(plan) === chosen)
          .map(({ ratePlanId, propertyId }) => ({ listingId, propertyId, ratePlanId })),
      )
      let read = wanted.length > 0 || hasFailed ? keep(await consentsApi.map(consentId, wanted)) : undefined
      while (!read || isMapping(read)) {
        if (read) await new Promise(resolve => setTimeout(resolve, movingMs))
        read = keep(await consentsApi.read(consentId))
      }
      const isReady = read.mappings.length > 0 && read.mappings.every(({ state }) => state === 'mapped')
      if (!isReady) return
      keep(await consentsApi.activate(consentId, charge))
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey })
      setFailedAt(stageOf(queries.getQueryData<Consent>(queryKey)))
      for (const { propertyId } of properties) void propertyChanged(queries, propertyId)
    },
  })
  // What failed is told until the consent has come further.
  return { ...mutation, failure: failedAt === stageOf(consent) ? mutation.error : null }
}

const stageOf = (consent: Consent | undefined): string => `${consent?.state} ${consent?.isSold}`
