import assert from 'node:assert/strict';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { codeCharacters, codeLength } from '#shared/options/signed-cards/signed-card.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';
import type { SmokeCheck } from '../../smoke/smoke.ts';
import type { Visitor } from '../../smoke/visitor.ts';

export const smokeChecks: readonly SmokeCheck[] = [['a card’s code', checkCardCode]];

/** As a stranger: the function may read the school's keys and look a code up, which no card has. */
async function checkCardCode({ place: { url, school } }: Visitor): Promise<string> {
  const stranger = new TestClient(url);
  const code = codeCharacters.slice(-1).repeat(codeLength);
  const found = await stranger.call(verificationContract.findCard, { code });
  assert.equal(found.status, 404, `The code of no card was answered ${found.status}`);
  const keys = await stranger.call(verificationContract.readDidDocument, {});
  // A school without an address of its own has none to be looked for.
  const wanted = school.domain ? [200] : [200, 404];
  assert.ok(wanted.includes(keys.status), `The school’s public keys were answered ${keys.status}`);
  return `${code} is no card’s; the public keys were answered ${keys.status}`;
}
