'use client'

import { useState } from 'react'
import { ImportReport } from '@/components/roster/import-report'
import { ImportSource, isEmpty, NOTHING, type Source } from '@/components/roster/import-source'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { faultOfText } from '@/lib/roster/people/imports/file/rules'
import type { ImportOf, Report } from '@/lib/roster/people/imports/schema'

type File = { rosterId: string; of: ImportOf; text: string }
export type ImportProps = {
  rosterId: string
  of: ImportOf
  /** Answers a `Report`. */
  check: CommandAction<File>
  /** Answers null once it is done, and a `Report` where something changed since: then nothing was written. */
  write: CommandAction<File & { digest: string }>
  onClose: () => void
}

const WHAT: Record<ImportOf, string> = { tenders: 'tenders', shifts: 'the weekly pattern' }

const emptyWords = ({ name }: Source): string =>
  name ? `${name} is empty. Choose another file or paste the list.` : 'Choose a file or paste the list first.'

/** A list from a file: chosen or pasted, looked at row by row, and then taken as it was shown. */
export function ImportDialog({ rosterId, of, check, write, onClose }: ImportProps) {
  const [source, setSource] = useState(NOTHING)
  const [fault, setFault] = useState<string | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [moved, setMoved] = useState(false)
  const file = { rosterId, of, text: source.text }
  const look = useCommand<File>({
    action: check,
    onDone: (value) => {
      setReport(value as Report)
      setMoved(false)
    },
    onRefused: (fields) => setFault(fields.text ?? null),
  })
  const taken = useCommand<File & { digest: string }>({
    action: write,
    onDone: (value) => {
      if (value === null) return onClose()
      setReport(value as Report)
      setMoved(true)
    },
    onRefused: (fields) => fields.text && setFault(fields.text),
  })
  const choose = (next: Source) => {
    setSource(next)
    setFault(null)
  }
  const rows = report ? report.counts.added + report.counts.changed : 0
  const back = () => {
    setReport(null)
    setMoved(false)
  }
  return (
    <Dialog
      title={report ? `What ${source.name ?? 'the list'} would do` : `Import ${WHAT[of]}`}
      isOpen
      wide
      sticky
      onClose={onClose}
      actions={
        report ? (
          <>
            <Button variant="ghost" onPress={back}>
              Another file
            </Button>
            <Button
              variant="primary"
              pending={taken.pending}
              lockedReason={rows === 0 ? 'No row would change anything.' : null}
              onPress={() => taken.run({ ...file, digest: report.digest })}
            >
              {`Import ${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row' : 'rows'}`}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onPress={onClose}>
              Leave it
            </Button>
            <Button
              variant="primary"
              pending={look.pending}
              lockedReason={isEmpty(source) ? emptyWords(source) : null}
              onPress={() => (faultOfText(file.text) ? setFault(faultOfText(file.text)) : look.run(file))}
            >
              See what it would do
            </Button>
          </>
        )
      }
    >
      {report ? (
        <ImportReport report={report} of={of} note={source.note} moved={moved} />
      ) : (
        <ImportSource of={of} source={source} fault={fault} onChange={choose} onFault={setFault} />
      )}
    </Dialog>
  )
}
