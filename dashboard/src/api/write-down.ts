import { useMutation } from '@tanstack/react-query'
import { type Call, call } from './client.ts'
import { queryClient } from './queries.ts'

interface Writing extends Pick<Call, 'method' | 'path'> {
  onDone: () => void
}

/** Stores facts of a guest or a house, then reads them again. */
export const useWriteDown = ({ onDone, ...request }: Writing) =>
  useMutation({
    mutationFn: (body: object) => call<void>({ ...request, body }),
    onSuccess: () => {
      for (const key of ['about', 'facts']) void queryClient.invalidateQueries({ queryKey: [key] })
      onDone()
    },
  })
