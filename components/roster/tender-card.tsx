'use client'

import type { ReactNode } from 'react'
import { TenderTrouble } from '@/components/roster/tender-mark'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { LinkButton } from '@/components/ui/link-button'
import { counted } from '@/lib/roster/labels'
import type { TenderLine } from '@/lib/roster/people/list/schema'

type Props = {
  tender: TenderLine
  rosterId: string
  onClose: () => void
  onChange: () => void
  onBounced: () => void
  onReachable: () => void
  /** Their own links. */
  links: ReactNode
}

/** A tender: how they can be reached, what they worked, and where the rest stands. */
export function TenderCard({ tender, rosterId, onClose, onChange, onBounced, onReachable, links }: Props) {
  const { trouble } = tender
  return (
    <Dialog
      title={tender.name}
      isOpen
      onClose={onClose}
      actions={
        <>
          {trouble?.kind === 'bounced' ? (
            <Button icon="mail-check" onPress={onReachable}>
              Mails reach them again
            </Button>
          ) : (
            tender.email && (
              <Button icon="mail-x" onPress={onBounced}>
                Mails come back
              </Button>
            )
          )}
          <Button variant="primary" icon="pencil" onPress={onChange}>
            Change the tender
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-3 max-sm:grid-cols-1 max-sm:gap-y-1">
        <Fact name="Address">
          <span className="break-all">{tender.email || 'None'}</span>
        </Fact>
        <Fact name="Mail">{trouble ? <TenderTrouble trouble={trouble} /> : 'Nothing is known against it.'}</Fact>
        <Fact name="State">
          {tender.active ? 'Active' : 'Not active: not asked and not mailed'}
          {tender.keyHolder ? ', holds a key' : ''}
        </Fact>
        <Fact name="Worked">{counted(tender.shifts, 'shift')} in the latest 26 sent weeks</Fact>
        <Fact name="Rules">
          {tender.rules === 0 ? 'None with other people' : `${counted(tender.rules, 'rule')} with other people`}
        </Fact>
      </dl>
      <p className="mt-4 flex flex-wrap gap-2">
        <LinkButton href={`/timeline?subject=tender:${tender.id}`} size="sm" icon="history">
          Timeline
        </LinkButton>
        <LinkButton href={`/roster/rules?roster=${rosterId}`} size="sm" icon="users">
          Rules
        </LinkButton>
      </p>
      {links}
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="max-sm:mb-2">{children}</dd>
    </>
  )
}
