import { createHash } from 'node:crypto';
import type { ManifestSignature } from '#shared/school/whole-school.ts';
import { fingerprintOfKey, isSignedAsItIs, signContent } from '../../platform/identity/signed-content.ts';
import { readOrMakeSigningKey } from '../../sessions/signing-key.ts';

/** Signs a manifest with the key of what leaves the school, which is made by the first file. */
export const signManifest = async (manifest: Uint8Array): Promise<ManifestSignature> =>
  signContent({ manifest: hashOf(manifest) }, await readOrMakeSigningKey('exports'));

/** Whether the key that the signature brings has signed the manifest: whose key it is, its fingerprint says. */
export const isSignedBy = (manifest: Uint8Array, signature: ManifestSignature): boolean =>
  signature.content.manifest === hashOf(manifest) && isSignedAsItIs(signature);

/** What people compare. */
export const fingerprintOf = ({ signature }: ManifestSignature): string => fingerprintOfKey(signature.key);

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
