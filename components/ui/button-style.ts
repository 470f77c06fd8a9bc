export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent/90 pressed:bg-accent/80',
  plain: 'border-strong bg-surface text-ink hover:bg-sunken pressed:bg-sunken',
  ghost: 'border-transparent text-muted hover:bg-sunken hover:text-ink pressed:text-ink',
  danger: 'border-strong bg-surface text-bad hover:bg-bad-soft pressed:bg-bad-soft',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-7 px-2.5 text-sm',
  md: 'min-h-8 px-3 text-sm',
  lg: 'min-h-11 px-4 text-base',
}

/** Not `opacity`: a locked control keeps readable contrast. */
export const lockedStyle = 'border-line bg-sunken text-faint cursor-not-allowed'

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-md border py-1 font-medium select-none transition-colors ' +
  'duration-150 md:whitespace-nowrap max-md:min-h-11 max-md:min-w-11'

export function buttonStyle(variant: ButtonVariant, size: ButtonSize, wide = false): string {
  return `${base} ${sizes[size]} ${variants[variant]} ${wide ? 'w-full' : ''}`
}

export function lockedButtonStyle(variant: ButtonVariant, size: ButtonSize, wide = false): string {
  const look = variant === 'ghost' ? 'border-transparent pr-2 text-faint cursor-not-allowed' : lockedStyle
  return `${base} ${sizes[size]} ${look} ${wide ? 'w-full' : ''}`
}
