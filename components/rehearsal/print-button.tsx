'use client'

import { Button } from '@/components/ui/button'

export function PrintButton() {
  return (
    <Button variant="primary" icon="printer" onPress={() => window.print()}>
      Print the record
    </Button>
  )
}
