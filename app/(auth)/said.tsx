import { Icon } from '@/components/ui/icon'

/** What became of a press before sign-in, under the fields: read out as it comes. */
export function Said({ tone, text }: { tone: 'bad' | 'good'; text: string }) {
  return (
    <p role="alert" className={`flex items-start gap-2 text-sm ${tone === 'bad' ? 'text-bad' : 'text-good'}`}>
      <Icon name={tone === 'bad' ? 'circle-alert' : 'mail-check'} className="mt-0.5 size-4" />
      <span className="min-w-0">{text}</span>
    </p>
  )
}
