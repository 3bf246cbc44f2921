import { Center } from '@mantine/core'
import { Loading } from './loading.tsx'

export function PageLoading() {
  return (
    <Center h="100%" mih={200} aria-busy>
      <Loading />
    </Center>
  )
}
