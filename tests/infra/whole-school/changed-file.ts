import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import JSZip from 'jszip';
import { newSecret } from '#functions/platform/identity/secrets.ts';
import { signContent } from '#functions/platform/identity/signed-content.ts';
import type { SchoolManifest } from '#shared/school/whole-school.ts';
import { newPath } from './school-of-copy.ts';

/** A school's file that is being changed. */
export interface OpenedFile {
  zip: JSZip;
  manifest: SchoolManifest;
  /** Puts a part, with what the manifest says of it. */
  put: (name: string, content: string | Uint8Array) => void;
}

export type ChangeOfFile = (file: OpenedFile) => void | Promise<void>;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/**
 * A copy of a file with a change.
 * @param isSigned whether a stranger's key signs its manifest again
 */
export async function changeFile(
  path: string,
  { change, isSigned = true }: { change: ChangeOfFile; isSigned?: boolean },
): Promise<string> {
  const zip = await JSZip.loadAsync(readFileSync(path));
  const manifest: SchoolManifest = JSON.parse((await zip.file('manifest.json')?.async('string')) ?? '');
  const put = (name: string, content: string | Uint8Array) => {
    zip.file(name, content, { createFolders: false });
    const entry = { name, bytes: Buffer.byteLength(content), sha256: sha256(content) };
    manifest.entries = [...manifest.entries.filter((one) => one.name !== name), entry];
  };
  await change({ zip, manifest, put });
  const text = JSON.stringify(manifest);
  zip.file('manifest.json', text);
  if (isSigned) zip.file('signature.json', JSON.stringify(signContent({ manifest: sha256(text) }, newSecret())));
  const changed = newPath('changed.zip');
  writeFileSync(changed, await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }));
  return changed;
}
