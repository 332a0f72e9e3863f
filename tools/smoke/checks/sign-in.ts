import assert from 'node:assert/strict';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { computeAuthenticatorCode } from '../../../tests/support/callers/authenticator-app.ts';
import type { Visitor } from '../visitor.ts';

/**
 * With the one-time password, a new one, and where the school demands it a second factor; and what is refused on the
 * way.
 */
export async function checkSignIn({ client, mark, oneTimePassword, password }: Visitor): Promise<string> {
  await client.call(authContract.setCsrfCookie, {});
  const credentials = { name: mark, password: oneTimePassword };
  const forged = await client.send({
    method: 'POST',
    path: '/api/admin-login',
    body: JSON.stringify(credentials),
    isCsrfSent: false,
  });
  assert.equal(forged.status, 419, `A sign-in without the token was answered ${forged.status}`);
  const first = await client.call(authContract.adminLogin, credentials);
  assert.equal(first.status, 200, `The one-time password was answered ${first.status}`);
  assert.equal(first.body.password_reset, true, 'A one-time password opened a session');
  const chosen = await client.call(authContract.changeOwnPassword, { name: mark, password });
  assert.equal(chosen.status, 200, `The new password was answered ${chosen.status}`);
  const step = chosen.body.second_factor;
  if (step === 'set up') {
    const { body } = await client.call(authContract.beginDemandedSetUp, {});
    const set = await client.call(authContract.confirmDemandedSetUp, {
      code: computeAuthenticatorCode(body.secret),
      trust_device: false,
    });
    assert.equal(set.status, 200, `The code of the app was answered ${set.status}`);
  }
  const me = await client.call(authContract.readAdminPermissions, {});
  assert.equal(me.body.user_admin_id, mark, 'Somebody else is signed in');
  return step === 'set up' ? 'with a new password and a second factor' : 'with a new password';
}

/** Every cookie that was set on the way: none but one is read by a script, none goes along from another site. */
export async function checkCookieFlags({ client, place: { url } }: Visitor): Promise<string> {
  const isSecure = url.startsWith('https://');
  const names = [...client.setCookies.keys()];
  const named = (name: string) => (isSecure ? `__Host-${name}` : name);
  for (const name of ['session', 'challenge', 'XSRF-TOKEN'].map(named)) {
    assert.ok(names.includes(name), `There was no cookie ${name}`);
  }
  for (const [name, line] of client.setCookies) {
    if (isSecure) assert.match(name, /^__Host-/, `${name} is not bound to its host`);
    const isRead = name === named('XSRF-TOKEN');
    assert.match(line, /; Path=\/(;|$)/, `${name} is of a part of the site`);
    assert.match(line, /; SameSite=Strict(;|$)/, `${name} goes along from other sites`);
    assert.equal(/; HttpOnly(;|$)/.test(line), !isRead, `${name} ${isRead ? 'cannot' : 'can'} be read by scripts`);
    assert.equal(/; Secure(;|$)/.test(line), isSecure, `${name} ${isSecure ? 'goes' : 'does not go'} over plain http`);
  }
  const told = `${names.length} cookies`;
  return isSecure ? told : `${told}; Secure and __Host- are not here: this is plain http`;
}
