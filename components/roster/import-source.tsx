'use client'

import { FileTrigger } from 'react-aria-components'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextArea } from '@/components/ui/text-area'
import { decodeFile } from '@/lib/roster/people/imports/file/rules'
import type { ImportOf } from '@/lib/roster/people/imports/schema'

/** What is to be imported, where it came from, and what was odd about reading it. */
export type Source = { text: string; name: string | null; note: string | null }
export const NOTHING: Source = { text: '', name: null, note: null }
/** Nothing to read is in it. */
export const isEmpty = ({ text }: Source): boolean => text.trim() === ''

type Props = {
  of: ImportOf
  source: Source
  fault: string | null
  onChange: (source: Source) => void
  onFault: (fault: string) => void
}

const COLUMNS: Record<ImportOf, { head: string; example: string; known: string }> = {
  tenders: {
    head: 'Name, E-mail, Key holder, Active',
    example: 'Name,E-mail,Key holder\nRosa Lind,rosa@example.org,yes',
    known: 'A person is known by the address, and without one by the exact name.',
  },
  shifts: {
    head: 'Day, Start, End, Role, Needed, Wanted, Key holder, Active',
    example: 'Day,Start,End,Role,Needed,Wanted,Key holder\nFriday,18:00,23:00,Bar,1,2,yes',
    known: 'A shift is known by its day, start and role.',
  },
}
const TYPES = ['.csv', '.tsv', '.txt', 'text/csv', 'text/plain', 'text/tab-separated-values']

/** A file or a pasted list. */
export function ImportSource({ of, source, fault, onChange, onFault }: Props) {
  const { head, example, known } = COLUMNS[of]
  const take = async (files: FileList | null) => {
    const [file] = files ?? []
    if (!file) return
    const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if (!decoded.ok) return onFault(decoded.reason)
    onChange({ text: decoded.text, name: file.name, note: decoded.note })
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty text-muted">
        The first line names the columns: {head}. {known} An empty cell leaves what is there, and whatever is not in the
        file stays. Nothing is written before you have seen what each row would do.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => void take(files)}>
          <Button icon="upload">Choose a CSV file</Button>
        </FileTrigger>
        {source.name && (
          <span role="status" className="min-w-0 break-words">
            {isEmpty(source) ? `${source.name} is empty.` : source.name}
          </span>
        )}
      </div>
      {source.note && <Notice tone="act" icon="triangle-alert" title="Look at the letters" text={source.note} />}
      <TextArea
        label="Or paste the list here"
        value={source.text}
        onChange={(text) => onChange(text === '' ? NOTHING : { ...source, text })}
        error={fault}
        placeholder={example}
      />
    </div>
  )
}
