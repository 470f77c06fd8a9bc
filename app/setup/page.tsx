import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AuthFrame } from '@/app/(auth)/auth-frame'
import { makeFirstAdmin } from '@/app/setup/actions'
import { SetupForm } from '@/app/setup/setup-form'
import { loadSignIn } from '@/lib/access/entry/loaders'
import { MIN_LENGTH } from '@/lib/access/passwords/rules'

export const metadata: Metadata = { title: 'First account' }

export default async function SetupPage() {
  const { empty, company } = await loadSignIn()
  if (!empty) notFound()
  return (
    <AuthFrame
      company={company}
      title="The first account"
      sentence="Nobody can sign in yet. This account is an admin: it adds everybody else."
    >
      <SetupForm make={makeFirstAdmin} minLength={MIN_LENGTH} />
    </AuthFrame>
  )
}
