'use client'

import { useState } from 'react'
import { ImportDialog, type ImportProps } from '@/components/roster/import-dialog'
import { Button } from '@/components/ui/button'
import { buttonStyle } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'

type Props = Omit<ImportProps, 'onClose'> & { exportHref: string | null }

/** A list from a CSV file and into one. */
export function ImportButton({ exportHref, ...props }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {exportHref && (
        <a href={exportHref} download className={buttonStyle('ghost', 'md')}>
          <Icon name="download" />
          Export
        </a>
      )}
      <Button icon="upload" onPress={() => setOpen(true)}>
        Import
      </Button>
      {open && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
