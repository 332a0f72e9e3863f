import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetPublicKeyCommand, KMSClient, SignCommand, type SignCommandInput } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import type { LocalServer } from '../../../local/aws-protocol/http-server.ts';
import { arnOfLocalKey, startKms } from '../../../local/kms/kms.ts';
import { catchRefusal, isAws } from './support/service-under-test.ts';

/** Against AWS: with the ARN of a key ECC_NIST_EDWARDS25519 in FORMROOM_CONTRACT_KMS_KEY. */
const KeyId = process.env.FORMROOM_CONTRACT_KMS_KEY ?? arnOfLocalKey('cards-1');

describe.skipIf(isAws && process.env.FORMROOM_CONTRACT_KMS_KEY === undefined)('KMS', () => {
  let server: LocalServer | undefined;
  let client: KMSClient;

  const clientOf = (of: LocalServer | undefined, secretAccessKey: string = localAccount.secretAccessKey) =>
    new KMSClient(
      of
        ? {
            endpoint: of.endpoint,
            region: localAccount.region,
            maxAttempts: 1,
            credentials: { accessKeyId: localAccount.accessKeyId, secretAccessKey },
          }
        : { maxAttempts: 1 },
    );
  const signing = (change: Partial<SignCommandInput> = {}) =>
    new SignCommand({
      KeyId,
      Message: Buffer.from('two hashes of 32 bytes'),
      MessageType: 'RAW',
      SigningAlgorithm: 'ED25519_SHA_512',
      ...change,
    });
  const publicKeyOf = async (of: KMSClient) => {
    const { PublicKey = new Uint8Array(), ...rest } = await of.send(new GetPublicKeyCommand({ KeyId }));
    return { ...rest, key: createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' }) };
  };

  beforeAll(async () => {
    if (!isAws) server = await startKms(':memory:', { keys: ['cards-1'] });
    client = clientOf(server);
  });
  afterAll(async () => {
    client.destroy();
    await server?.stop();
  });

  it('tells the public half of a key of Ed25519, and that it takes whole messages', async () => {
    const { key, KeySpec, KeyUsage, SigningAlgorithms } = await publicKeyOf(client);
    expect(key.asymmetricKeyType).toBe('ed25519');
    expect([KeySpec, KeyUsage]).toEqual(['ECC_NIST_EDWARDS25519', 'SIGN_VERIFY']);
    expect(SigningAlgorithms).toContain('ED25519_SHA_512');
  });

  it('signs a message of up to 4,096 bytes as any library of Ed25519 verifies it', async () => {
    const { key } = await publicKeyOf(client);
    for (const Message of [Buffer.from('a'), Buffer.alloc(64, 7), Buffer.alloc(4096, 9)]) {
      const { Signature = new Uint8Array() } = await client.send(signing({ Message }));
      expect(Signature).toHaveLength(64);
      expect(verify(null, Message, key, Signature)).toBe(true);
      expect(verify(null, Buffer.from('another'), key, Signature)).toBe(false);
    }
  });

  it.each<[string, Partial<SignCommandInput>, string]>([
    ['a message that is longer', { Message: Buffer.alloc(4097) }, 'ValidationException'],
    ['a digest in place of a message', { MessageType: 'DIGEST' }, 'ValidationException'],
    ['an algorithm of other keys', { SigningAlgorithm: 'ECDSA_SHA_256' }, 'InvalidKeyUsageException'],
    [
      'a key that is not there',
      { KeyId: KeyId.replace(/[^/]+$/, '00000000-0000-0000-0000-000000000000') },
      'NotFoundException',
    ],
  ])('refuses %s', async (_, change, name) => {
    expect(await catchRefusal(client.send(signing(change)))).toMatchObject({ name, status: 400 });
  });

  describe.skipIf(isAws)('of this machine', () => {
    it('answers nobody who has not this start’s key pair', async () => {
      const stranger = clientOf(server, 'another');
      expect((await catchRefusal(stranger.send(signing()))).name).toBe('InvalidSignatureException');
      stranger.destroy();
    });

    it('keeps its keys in a file that its owner alone reads, and makes those that are new', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'formroom-kms-'));
      const startAgain = async (keys: string[]) => {
        const again = await startKms(folder, { keys });
        const asker = clientOf(again);
        const { key } = await publicKeyOf(asker);
        asker.destroy();
        await again.stop();
        return key.export({ format: 'jwk' }).x;
      };
      const first = await startAgain(['cards-1']);
      expect(await startAgain(['cards-1', 'cards-2'])).toBe(first);
      expect((await stat(join(folder, 'kms.json'))).mode & 0o777).toBe(0o600);
      await rm(folder, { recursive: true });
    });

    it('takes so many signatures in a second, and no more', async () => {
      const slow = await startKms(':memory:', { keys: ['cards-1'], perSecond: 3 });
      const hasty = clientOf(slow);
      // Ten within two seconds at the most: of each of the two, three are signed.
      const all = await Promise.allSettled(Array.from({ length: 10 }, () => hasty.send(signing())));
      const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.name] : []));
      expect(refused.length).toBeGreaterThanOrEqual(4);
      expect(new Set(refused)).toEqual(new Set(['ThrottlingException']));
      hasty.destroy();
      await slow.stop();
    });
  });
});
