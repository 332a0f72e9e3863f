import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';

/**
 * One KMS client for the process, which repeats what KMS throttles: an account's signatures have one limit in a second,
 * and several schools may post at the same time. `AWS_ENDPOINT_URL_KMS` selects the local stand-in.
 */
export const kmsClient = new KMSClient({ maxAttempts: 5, defaultsMode: 'standard' });

/**
 * The public half of a key of Ed25519, as SubjectPublicKeyInfo in DER. One request.
 * @param key its ARN
 */
export async function readPublicKeyInKms(key: string): Promise<Uint8Array> {
  const { PublicKey } = await kmsClient.send(new GetPublicKeyCommand({ KeyId: key }));
  if (!PublicKey) throw new Error('KMS has answered without a public key');
  return PublicKey;
}

/**
 * Signs by Ed25519 with a key that nobody can take out of KMS. One request.
 * @param data 4,096 bytes at most
 */
export async function signInKms(key: string, data: Uint8Array): Promise<Uint8Array> {
  const { Signature } = await kmsClient.send(
    // Ed25519 hashes by itself: KMS takes no digest for this algorithm.
    new SignCommand({ KeyId: key, Message: data, MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' }),
  );
  if (!Signature) throw new Error('KMS has answered without a signature');
  return Signature;
}
