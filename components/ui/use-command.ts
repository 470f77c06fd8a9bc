'use client'

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { newCommandId } from '@/components/ui/command-id'
import type { Result } from '@/components/ui/result'
import { say, unsay } from '@/components/ui/toast'

export type CommandAction<I> = (input: I & { commandId: string }) => Promise<Result<unknown>>

type Options<I> = {
  action: CommandAction<I>
  /** Queries that the command makes stale. */
  invalidates?: QueryKey[]
  onDone?: (value: unknown) => void
  onRefused?: (fields: Record<string, string>) => void
}

const unanswered =
  'No answer came back, so it may or may not be done. Press again: the same request is repeated, never a second one.'

/**
 * Sends one command. Each run has an id of its own, and the server does a command once for each id. After a lost answer
 * the next run of the same input repeats the id, so it finds out instead of doing it twice.
 */
export function useCommand<I>({ action, invalidates = [], onDone, onRefused }: Options<I>) {
  const queries = useQueryClient()
  const router = useRouter()
  const unsure = useRef<(I & { commandId: string }) | null>(null)
  const complaint = useRef<string | null>(null)
  // Two presses in one frame both see the render before the first: only a ref knows that one is on its way.
  const flying = useRef(false)
  // What a field was told goes with its form: nobody asks for a better date once the dialog is left.
  const ofField = useRef<string | null>(null)
  useEffect(() => () => void (ofField.current && unsay(ofField.current)), [])

  const refresh = () => {
    for (const queryKey of invalidates) void queries.invalidateQueries({ queryKey })
    router.refresh()
  }
  const settle = (result: Result<unknown>) => {
    unsure.current = null
    if (result.ok) {
      if (result.said) say({ tone: result.tone ?? 'good', text: result.said })
      onDone?.(result.value)
      refresh()
    } else {
      if (result.code === 'unauthenticated') {
        // In a tab of its own: what was typed here stays, and the same press works again afterwards.
        complaint.current = say({
          tone: 'act',
          text: result.message,
          action: { label: 'Sign in', onPress: () => window.open('/sign-in', '_blank') },
        })
      } else {
        const brief = result.fields !== undefined && onRefused !== undefined
        complaint.current = say({ tone: 'bad', text: result.message, brief })
        if (brief) ofField.current = complaint.current
      }
      onRefused?.(result.fields ?? {})
      // A refusal often means that the page is behind: show what is true now beside it.
      if (result.code === 'conflict' || result.code === 'refused') refresh()
    }
  }
  const mutation = useMutation({
    mutationFn: (command: I & { commandId: string }) => action(command),
    retry: false,
    // Otherwise a command pressed offline would wait and fire by itself later.
    networkMode: 'always',
    onMutate: () => {
      if (complaint.current !== null) unsay(complaint.current)
      complaint.current = null
    },
    onSuccess: settle,
    onError: (_error, command) => {
      unsure.current = command
      complaint.current = say({
        tone: 'act',
        text: unanswered,
        action: { label: 'Try again', onPress: () => send(command) },
      })
    },
    onSettled: () => {
      flying.current = false
    },
  })
  const send = (command: I & { commandId: string }) => {
    if (flying.current) return
    flying.current = true
    mutation.mutate(command)
  }
  const run = (input: I) => {
    const before = unsure.current
    const same = before !== null && sameInput(input, before)
    send(same ? before : { ...input, commandId: newCommandId() })
  }
  return { run, pending: mutation.isPending }
}

function sameInput<I>(input: I, before: I & { commandId: string }): boolean {
  return JSON.stringify({ ...input, commandId: before.commandId }) === JSON.stringify(before)
}
