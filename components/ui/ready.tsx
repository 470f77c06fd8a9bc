'use client'

import { useEffect } from 'react'

/** Marks the document once buttons answer: a press before that is lost, so browser tests wait for it. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return null
}
