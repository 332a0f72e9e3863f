import { createHash, createPublicKey, verify } from 'node:crypto';
import { contexts } from '@digitalbazaar/credentials-context';
import jsonld from 'jsonld';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { canonize } from 'rdf-canonize';
import { RDFC10 } from 'rdfjs-c14n';

interface Proof {
  verificationMethod: string;
  proofValue: string;
  cryptosuite: string;
  proofPurpose: string;
}

interface Document {
  id: string;
  verificationMethod: readonly { id: string; controller: string; publicKeyMultibase: string }[];
  assertionMethod: readonly string[];
}

/**
 * Verifies a credential by the letter of Data Integrity EdDSA Cryptosuites 1.0, section 3.2.2: JSON-LD read by
 * `jsonld-streaming-parser`, RDF canonicalization by `rdfjs-c14n`, SHA-256 and Node's own Ed25519. None of them is of
 * the authors of the product's libraries; it shares with the product nothing but the published context.
 */
export async function verifyCredentialByTheSpecification(credential: object, did: Document): Promise<boolean> {
  const { proof, ...document } = credential as { proof: Proof; '@context': unknown };
  const { proofValue, ...configuration } = proof;
  if (proof.cryptosuite !== 'eddsa-rdfc-2022' || proof.proofPurpose !== 'assertionMethod') return false;
  const key = did.verificationMethod.find(({ id }) => id === proof.verificationMethod);
  if (!key || key.controller !== did.id || !did.assertionMethod.includes(key.id)) return false;
  const hashes = await Promise.all(
    [{ '@context': document['@context'], ...configuration }, document].map(async (part) =>
      createHash('sha256')
        .update(await canonicalByOthers(part))
        .digest(),
    ),
  );
  const multikey = fromBase58(key.publicKeyMultibase);
  // 0xed01 is the multicodec of an Ed25519 public key.
  if (multikey.length !== 34 || multikey.readUInt16BE(0) !== 0xed01) return false;
  const x = multikey.subarray(2).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.concat(hashes), publicKey, fromBase58(proofValue));
}

/**
 * Of texts of the Basic Multilingual Plane without control characters: `n3`, which writes the statements, escapes
 * others in its own way.
 */
async function canonicalByOthers(document: object): Promise<string> {
  const parser = new JsonLdParser({
    documentLoader: { load: async (url) => contexts.get(url) as object },
    strictValues: true,
  });
  parser.end(JSON.stringify(document));
  const quads = new Set<never>();
  for await (const quad of parser) quads.add(quad as never);
  return new RDFC10().canonicalize(quads);
}

/** The canonical N-Quads of a document, of any texts. */
export async function toCanonicalNQuads(document: object): Promise<string> {
  const dataset = await jsonld.toRDF(document, {
    base: null,
    safe: true,
    documentLoader: async (url: string) => ({ contextUrl: null, documentUrl: url, document: contexts.get(url) }),
  });
  return canonize(dataset, { algorithm: 'RDFC-1.0', format: 'application/n-quads' });
}

/** Multibase base58btc. */
function fromBase58(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const bytes: number[] = [];
  for (const one of text.slice(1)) {
    let carry = alphabet.indexOf(one);
    for (let at = 0; at < bytes.length; at += 1) {
      carry += (bytes[at] ?? 0) * 58;
      bytes[at] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const zeros = /^z(1*)/.exec(text)?.[1]?.length ?? 0;
  return Buffer.from([...Array<number>(zeros).fill(0), ...bytes.reverse()]);
}
