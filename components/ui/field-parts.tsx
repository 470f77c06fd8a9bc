'use client'

import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import { Icon } from '@/components/ui/icon'

/** What every field takes. `error` comes from the server's answer and says what to change. */
export type FieldProps = {
  label: string
  /** One line under the field, before anything is wrong. */
  hint?: ReactNode
  error?: string | null | undefined
  name?: string
}

export const inputStyle =
  'w-full min-w-0 rounded-md border border-strong bg-surface px-3 py-1.5 text-base text-ink placeholder:text-faint ' +
  'disabled:bg-sunken disabled:text-faint invalid:border-bad max-md:min-h-11'

/**
 * `aria` validation: an error shown beside a field never blocks the browser from sending the form again, so a server's
 * refusal cannot lock it.
 */
export function ariaField({ error, name }: FieldProps) {
  return {
    validationBehavior: 'aria' as const,
    isInvalid: Boolean(error),
    ...(name ? { name } : {}),
  }
}

export function FieldLabel({ children, inline = false }: { children: string; inline?: boolean }) {
  return <Label className={inline ? 'text-base text-ink' : 'mb-1 block text-sm text-muted'}>{children}</Label>
}

export function FieldNotes({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <Text slot="description" className="mt-1 block text-xs text-muted">
          {hint}
        </Text>
      )}
      {error && (
        <FieldError className="mt-1 flex items-start gap-1.5 text-xs text-bad">
          <Icon name="circle-alert" className="mt-0.5 size-3.5" />
          <span>{error}</span>
        </FieldError>
      )}
    </>
  )
}
