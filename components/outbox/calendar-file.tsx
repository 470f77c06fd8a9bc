import { buttonStyle } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import type { MailView } from '@/lib/messages/outbox/schema'

type File = MailView['attachments'][number]

/** An attached file: a calendar's entries in words, then the file as it is. */
export function CalendarFile({ file }: { file: File }) {
  const { filename, contentType, content, entries } = file
  return (
    <div className="flex flex-col gap-4 text-sm">
      {entries.length > 0 && (
        <ul aria-label={`Entries of ${filename}`} className="divide-y divide-line rounded-md border border-line">
          {entries.map(({ key, summary, when, note }) => (
            <li key={key} className="px-4 py-2.5">
              <p className="font-medium">{when}</p>
              <p>{summary}</p>
              {note && <p className="text-muted">{note}</p>}
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        {contentType}
        <a
          href={`data:${contentType.split(';')[0]};charset=utf-8,${encodeURIComponent(content)}`}
          download={filename}
          className={buttonStyle('plain', 'sm')}
        >
          <Icon name="download" />
          Download {filename}
        </a>
      </p>
      <details>
        <summary className="cursor-pointer text-muted max-md:py-3">The file as it is</summary>
        <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all">
          {content}
        </pre>
      </details>
    </div>
  )
}
