'use client'

import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { DateFieldStateContext, TimeFieldStateContext } from 'react-aria-components'

type Field = { value: string | null; onChange: (value: string | null) => void }
export type Parts<T> = {
  /** Of the control: another one begins it again. */
  key: number
  value: T | null
  onChange: (next: T | null) => void
  onBlur: () => void
  whole: (isWhole: boolean) => void
}

/**
 * The text of a form as a date whose parts are cleared and typed one by one. While one is missing the form is told null,
 * so that nothing is sent that is not in sight; the parts that stand are kept, whatever is drawn anew around them. A form
 * that needs a value all the time shows its own again once the field is left.
 *
 * @param parse from the form's text; a value of the same text stays the same object, since another one refills the parts
 * @param length of the text that the form keeps
 */
export function useParts<T extends { toString(): string }>(
  { value, onChange }: Field,
  parse: (text: string) => T,
  length: number,
): Parts<T> {
  const [held, setHeld] = useState(value)
  const [told, setTold] = useState(value)
  const [seen, setSeen] = useState(value)
  const [key, setKey] = useState(0)
  if (value !== seen) {
    setSeen(value)
    // Not what it was told: the form has set it by itself.
    if (value !== told) {
      setHeld(value)
      setTold(value)
    }
  }
  const date = useMemo(() => (held === null ? null : parse(held)), [held, parse])
  const tell = (text: string | null) => {
    setTold(text)
    onChange(text)
  }
  return {
    key,
    value: date,
    onChange: (next) => {
      const text = next ? next.toString().slice(0, length) : null
      setHeld(text)
      tell(text)
    },
    onBlur: () => {
      if (value === null || told !== null) return
      setHeld(value)
      setTold(value)
      setKey(key + 1)
    },
    whole: (isWhole) => {
      if (!isWhole && told !== null) tell(null)
      // Typed again as it was: the control has nothing new to say.
      if (isWhole && told === null && held !== null) tell(held)
    },
  }
}

type Shown = { segments: readonly { isEditable: boolean; isPlaceholder: boolean }[] }
type Props = { onChange: (isWhole: boolean) => void }

/** Says when the first part of a field goes missing, and when the last one is there again. */
function useWhole(shown: Shown | null, onChange: Props['onChange']) {
  const isWhole = shown?.segments.every((part) => !part.isEditable || !part.isPlaceholder) ?? true
  const said = useRef(isWhole)
  useEffect(() => {
    if (said.current === isWhole) return
    said.current = isWhole
    onChange(isWhole)
  }, [isWhole, onChange])
}

export function WholeDate({ onChange }: Props) {
  useWhole(useContext(DateFieldStateContext), onChange)
  return null
}

export function WholeTime({ onChange }: Props) {
  useWhole(useContext(TimeFieldStateContext), onChange)
  return null
}
