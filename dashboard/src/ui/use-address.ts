import { randomId, useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const typingMs = 200

/** Changes what stands in the address; what is empty is left out of it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string, state?: object) =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, state },
    )
  const clear = (names: readonly string[]) =>
    setParams(now => new URLSearchParams([...now].filter(([name]) => !names.includes(name))), {
      replace: true,
    })
  return { params, set, clear }
}

/** A text that stands in the address once one has stopped typing: written at once, it would lose letters. */
export function useTextInAddress(name: string) {
  const { params, set } = useAddress()
  const inAddress = params.get(name) ?? ''
  const [text, setText] = useState(inAddress)
  const onTheWay = useRef(new Set<unknown>())
  const writtenBy: unknown = useLocation().state?.typing
  const write = useDebouncedCallback((value: string) => {
    const typing = randomId()
    onTheWay.current.add(typing)
    set(name, value, { typing })
  }, typingMs)
  // An address that we wrote arrives when one may have typed on; any other one was followed, or gone back to. After it,
  // one that we wrote before comes only by going back.
  useEffect(() => {
    if (onTheWay.current.delete(writtenBy)) return
    onTheWay.current.clear()
    write.cancel()
    setText(inAddress)
  }, [inAddress, writtenBy, write])
  const type = (value: string) => {
    setText(value)
    write(value)
  }
  return { text, type }
}
