import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthFrame } from '@/app/(auth)/auth-frame'
import { askLink } from '@/app/(auth)/sign-in/actions'
import { refusalWords } from '@/app/(auth)/sign-in/send-sign-in'
import { SignInForm } from '@/app/(auth)/sign-in/sign-in-form'
import { homeOf } from '@/app/(desk)/places'
import { loadSignIn } from '@/lib/access/entry/loaders'
import { safePath } from '@/lib/access/entry/rules'
import { ROLE_HINT, ROLE_NAME } from '@/lib/access/labels'
import { currentUser } from '@/lib/access/loaders'

export const metadata: Metadata = { title: 'Sign in' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignInPage({ searchParams }: Props) {
  const { from, error, made } = await searchParams
  const user = await currentUser()
  if (user) redirect(safePath(from, homeOf(user.role)))
  const view = await loadSignIn()
  if (view.empty) redirect('/setup')
  const accounts = view.sample.map(({ role, email }) => ({ email, name: ROLE_NAME[role], hint: ROLE_HINT[role] }))
  return (
    <AuthFrame
      company={view.company}
      title="Sign in"
      {...(made ? { sentence: 'Your account is made: sign in with it.' } : {})}
    >
      <SignInForm
        from={safePath(from, '') || null}
        refusal={typeof error === 'string' ? refusalWords(error.replace(/:.*/s, '')) : null}
        oidc={view.oidc}
        {...(view.mail ? { askLink } : {})}
        sample={accounts}
      />
    </AuthFrame>
  )
}
