import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const typingMs = 200

/** Changes what stands in the address; what is empty is left out of it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return { params, set }
}

/** A text that stands in the address once one has stopped typing: written at once, it would lose letters. */
export function useTextInAddress(name: string) {
  const { params, set } = useAddress()
  const inAddress = params.get(name) ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  const write = useDebouncedCallback((value: string) => {
    written.current = value
    set(name, value)
  }, typingMs)
  // Somebody followed a link to this page, or went back on it.
  useEffect(() => {
    if (written.current === inAddress) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])
  const type = (value: string) => {
    setText(value)
    write(value)
  }
  return { text, type }
}
