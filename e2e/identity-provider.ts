import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = { sub: string; email: string; email_verified: boolean }

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID provider that signs in whoever `claims` says, without asking, and checks PKCE as a real one does. */
export async function openIdentityProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const asked = new Map<string, { nonce: string; challenge: string }>()
  const state = { claims: { sub: 'nobody', email: '', email_verified: false } as Claims, issuer: '', codes: 0 }

  const idToken = (nonce: string) => {
    const seconds = Math.floor(Date.now() / 1_000)
    const claims = { ...state.claims, nonce, iss: state.issuer, aud: 'daybook', iat: seconds, exp: seconds + 60 }
    const body = `${b64({ alg: 'RS256', kid: 'k1' })}.${b64(claims)}`
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`
  }
  const json = (response: ServerResponse, value: object, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', state.issuer)
    if (url.pathname === '/.well-known/openid-configuration') {
      const { issuer } = state
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (url.pathname === '/jwks')
      return json(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] })
    if (url.pathname === '/authorize') {
      const code = `code-${++state.codes}`
      asked.set(code, {
        nonce: url.searchParams.get('nonce') ?? '',
        challenge: url.searchParams.get('code_challenge') ?? '',
      })
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const given = new URLSearchParams(body)
    const before = asked.get(given.get('code') ?? '')
    asked.delete(given.get('code') ?? '')
    const verified =
      before?.challenge ===
      createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url')
    if (!before || !verified) return json(response, { error: 'invalid_grant' }, 400)
    json(response, { access_token: 'x', token_type: 'Bearer', id_token: idToken(before.nonce) })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  state.issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer: state.issuer,
    become: (claims: Claims) => {
      state.claims = claims
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
