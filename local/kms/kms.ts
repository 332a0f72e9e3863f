import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { localAccount } from '../aws-protocol/account.ts';
import type { LocalServer } from '../aws-protocol/http-server.ts';
import { ServiceError, startJsonService } from '../aws-protocol/json-service.ts';
import { type OperationHandlers, toOperations } from '../aws-protocol/operations.ts';

export interface KmsOptions {
  /** Ids of the keys of Ed25519 that there are: a new one is made, an earlier one is what it was. */
  keys: readonly string[];
  /** Signatures in a second, all keys together; as many as there are when absent. */
  perSecond?: number;
}

/** The ARN of a key by its id. */
export const arnOfLocalKey = (id: string): string => `arn:aws:kms:${localAccount.region}:${localAccount.id}:key/${id}`;

const inputs = {
  GetPublicKey: z.strictObject({ KeyId: z.string() }),
  Sign: z.strictObject({
    KeyId: z.string(),
    Message: z.base64().refine((text) => Buffer.from(text, 'base64').length <= 4096, 'length 4096 or less'),
    MessageType: z.enum(['RAW', 'DIGEST', 'EXTERNAL_MU']).default('RAW'),
    SigningAlgorithm: z.string(),
  }),
};

/**
 * Starts KMS for one machine: GetPublicKey and Sign of keys of Ed25519, which nobody makes by a call. Secret halves are
 * in a file of the data folder that its owner alone reads.
 *
 * Known to differ from AWS: keys are found by ARN or id and have no policies, aliases or states.
 * @param dataFolder an existing folder, or `:memory:`
 */
export async function startKms(dataFolder: string, { keys: ids, perSecond }: KmsOptions = { keys: [] }) {
  const keys = await loadKeys(dataFolder, ids);
  const limit = new SecondLimit(perSecond);
  const find = (KeyId: string) => {
    const found = ids.find((id) => id === KeyId || arnOfLocalKey(id) === KeyId);
    const key = found === undefined ? undefined : keys.get(found);
    if (found === undefined || !key) throw new ServiceError('NotFoundException', `Key '${KeyId}' does not exist`);
    return { key, KeyId: arnOfLocalKey(found) };
  };
  const handlers: OperationHandlers<typeof inputs> = {
    GetPublicKey: (input) => {
      const { key, KeyId } = find(input.KeyId);
      const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
      return {
        KeyId,
        PublicKey: spki.toString('base64'),
        KeySpec: 'ECC_NIST_EDWARDS25519',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: ['ED25519_SHA_512', 'ED25519_PH_SHA_512'],
      };
    },
    Sign: (input) => {
      const { key, KeyId } = find(input.KeyId);
      const { SigningAlgorithm, MessageType, Message } = input;
      limit.take();
      if (SigningAlgorithm !== 'ED25519_SHA_512')
        throw new ServiceError(
          'InvalidKeyUsageException',
          `${SigningAlgorithm} is not in the stand-in, or of no such key`,
        );
      if (MessageType !== 'RAW')
        throw new ServiceError('ValidationException', `ED25519_SHA_512 takes no message of the type ${MessageType}`);
      const signature = sign(null, Buffer.from(Message, 'base64'), key);
      return { KeyId, Signature: signature.toString('base64'), SigningAlgorithm };
    },
  };
  return startJsonService({
    name: 'kms',
    contentType: 'application/x-amz-json-1.1',
    operations: toOperations({ inputs, handlers, invalidInput: 'ValidationException' }),
  }) satisfies Promise<LocalServer>;
}

/** The keys of the data folder by their ids, with those that are new. */
async function loadKeys(dataFolder: string, ids: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
  const file = join(dataFolder, 'kms.json');
  const isKept = dataFolder !== ':memory:';
  const stored: Record<string, string> = isKept ? JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) : {};
  const missing = ids.filter((id) => !(id in stored));
  for (const id of missing) {
    const { privateKey } = generateKeyPairSync('ed25519');
    stored[id] = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  }
  if (isKept && missing.length > 0) {
    await writeFile(`${file}.new`, JSON.stringify(stored), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return new Map(Object.entries(stored).map(([id, pem]) => [id, createPrivateKey(pem)]));
}

/** Refuses what is beyond a number of calls in a second, as KMS does. */
class SecondLimit {
  private readonly most: number;
  private second = 0;
  private taken = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.most = most;
  }

  take(): void {
    const now = Math.floor(Date.now() / 1000);
    if (now !== this.second) [this.second, this.taken] = [now, 0];
    this.taken += 1;
    if (this.taken > this.most)
      throw new ServiceError('ThrottlingException', 'You have exceeded the rate at which you may call KMS.');
  }
}
