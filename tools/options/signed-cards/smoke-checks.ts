import assert from 'node:assert/strict';
import { toPublicKey } from '#functions/options/signed-cards/proofs/ed25519-keys.ts';
import type { DidDocument } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { codeCharacters, codeLength } from '#shared/options/signed-cards/signed-card.ts';
import { keyInKmsOfSchool } from '#shared/product.ts';
import { keysTableName, outputOfKeyInKms, schoolName } from '../../../infra/names.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';
import { NotApplicable } from '../../smoke/not-applicable.ts';
import type { SmokeCheck } from '../../smoke/smoke.ts';
import type { Visitor } from '../../smoke/visitor.ts';

export const smokeChecks: readonly SmokeCheck[] = [
  ['a card’s code', checkCardCode],
  ['the key of cards in KMS', checkKeyInKms],
];

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

/**
 * The key is one of Ed25519 and that which the school's public number has, once something was signed; and the table has
 * no secret half of any card's key, which its readers could sign with. Only a posting tells whether the functions may
 * sign.
 */
async function checkKeyInKms({ place: { aws, url, school } }: Visitor): Promise<string> {
  const number = keyInKmsOfSchool(school);
  if (number === null) throw new NotApplicable('its keys are in its own table');
  if (!aws) throw new NotApplicable('there is no KMS');
  const name = schoolName(school.id);
  const query = `Stacks[0].Outputs[?OutputKey=='${outputOfKeyInKms}'].OutputValue | [0]`;
  const key = await aws.command('cloudformation', 'describe-stacks', '--stack-name', `${name}-data`, '--query', query);
  assert.equal(typeof key, 'string', 'The stack of data tells no key: deploy the school');
  const found = (await aws.command('kms', 'get-public-key', '--key-id', key as string)) as {
    PublicKey: string;
    SigningAlgorithms: string[];
  };
  assert.ok(found.SigningAlgorithms.includes('ED25519_SHA_512'), `It signs by ${found.SigningAlgorithms.join(', ')}`);
  const { status, body } = await new TestClient(url).call(verificationContract.readDidDocument, {});
  const published = status === 200 ? (body as DidDocument).verificationMethod : [];
  for (const { id } of published) {
    const row = JSON.stringify({ pk: { S: `card-key#${id.split('#card-')[1]}` }, sk: { S: 'card-key' } });
    const secret = await aws.command(
      ...['dynamodb', 'get-item', '--table-name', keysTableName(name), '--key', row, '--projection-expression', 'pk'],
    );
    assert.equal(secret, null, `The table still has the secret half of ${id}: delete ${row}`);
  }
  const own = published.find(({ id }) => id.endsWith(`#card-${number}`));
  if (!own) return `card-${number} has signed nothing yet`;
  const publicKey = toPublicKey(Buffer.from(found.PublicKey, 'base64'));
  assert.equal(own.publicKeyMultibase, publicKey, `card-${number} is another key: set a higher number`);
  return `card-${number} is the key in KMS`;
}
