import { useQuery } from '@tanstack/react-query'
import { type LocalStack, readConfig } from './config.ts'

/** The local system, or null elsewhere; undefined until it is known. */
export function useLocal(): LocalStack | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['config'],
    queryFn: readConfig,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    select: config => config.local ?? null,
  })
  return isError ? null : data
}
