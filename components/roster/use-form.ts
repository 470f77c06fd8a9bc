'use client'

import { useState } from 'react'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

/** What is typed in a dialog, what was wrong with it, and its one button. What was typed stays when it is refused. */
export function useForm<I extends object>(initial: I, action: CommandAction<I>, onDone: (value: unknown) => void) {
  const [input, setInput] = useState(initial)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<I>({ action, onDone, onRefused: setFields })
  const set = (next: Partial<I>) => {
    setInput((before) => ({ ...before, ...next }))
    setFields((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))))
  }
  const submit = () => run(input)
  return { input, set, fields, setFields, submit, pending }
}
