import { buttonStyle } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'

/** What the list shows, as a file. `query` is the list's own address, without what only arranges it. */
export function ExportLinks({ query }: { query: string }) {
  const href = (format: string) => `/api/timeline/export?${query ? `${query}&` : ''}format=${format}`
  return (
    <>
      <a href={href('csv')} download className={buttonStyle('ghost', 'md')}>
        <Icon name="download" />
        Export as CSV
      </a>
      <a href={href('json')} download className={buttonStyle('ghost', 'md')}>
        <Icon name="download" />
        JSON
        <span className="sr-only">export</span>
      </a>
    </>
  )
}
