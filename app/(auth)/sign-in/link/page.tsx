import type { Metadata } from 'next'
import { AuthFrame } from '@/app/(auth)/auth-frame'
import { LinkForm } from '@/app/(auth)/sign-in/link/link-form'
import { loadSignIn } from '@/lib/access/entry/loaders'
import { safePath } from '@/lib/access/entry/rules'

export const metadata: Metadata = { title: 'Sign in by link' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Opening the link spends nothing: programs that read mail open links too. The button does. */
export default async function LinkPage({ searchParams }: Props) {
  const { from } = await searchParams
  const { company } = await loadSignIn()
  return (
    <AuthFrame company={company} title="Your link" sentence="It works once, in the browser in which you asked for it.">
      <LinkForm from={safePath(from, '') || null} />
    </AuthFrame>
  )
}
