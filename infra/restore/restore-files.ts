import { createHash } from 'node:crypto';
import { CopyObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type FileFolder, fileFolders, fileKey } from '#shared/http/contract.ts';
import { OperatorError } from '../operators/operator-error.ts';
import { foldersCopiedToVault } from '../vault/vault-folders.ts';
import { readEtagsNow, readVersionsAt, type StoredVersion } from './bucket-versions.ts';

export interface FilesRestore {
  /** Keys that records name (`readNamedFiles`). */
  named: readonly string[];
  /** The school's own buckets, to which files come back. */
  own: Record<'files' | 'documents', string>;
  /** The bucket whose versions are taken: the vault, or those of `own` where it is not given. */
  from?: string | undefined;
  moment: Date;
}

interface Told {
  s3: S3Client;
  say: (line: string) => void;
  onlyList: boolean;
}

/** A file that is to be copied. */
interface FileToCopy {
  key: string;
  source: string;
  target: string;
  version: StoredVersion;
}

/** Files that are copied at a time. */
const lanes = 8;

/**
 * Brings files back as they were at a moment: each that a record names, and whose bytes are not there as they were
 * then. Others stay as they are, so that no erased student comes back. Says of each folder how many records name, how
 * many are as they were, and how many are named by no record; then which are nowhere. A second run copies nothing.
 * @throws {OperatorError} where a copy is not what was copied, or named files are nowhere
 */
export async function restoreFiles({ named, own, from, moment }: FilesRestore, told: Told): Promise<void> {
  const { s3, say, onlyList } = told;
  const nowhere: string[] = [];
  const all = createHash('sha256');
  let count = 0;
  for (const folder of (['files', 'documents'] as const).flatMap(foldersCopiedToVault)) {
    const target = own[fileFolders[folder]];
    const source = from ?? target;
    const state = await compareFolder(s3, { folder, named, source, target, moment });
    say(
      `${folder}: ${state.named} named by records, ${state.same} as they were, ${state.toCopy.length} to bring back, ` +
        `${state.nowhere.length} in no copy; ${state.unnamed} that no record names stay as they are`,
    );
    nowhere.push(...state.nowhere);
    if (onlyList) {
      for (const { key, version } of state.toCopy) say(`    ${key}, ${version.size} bytes, version ${version.id}`);
      continue;
    }
    await inLanes(state.toCopy, (file) => copy(s3, file));
    for (const { key, version } of state.toCopy) all.update(`${key} ${version.etag}\n`);
    count += state.toCopy.length;
  }
  if (!onlyList) say(`Brought back: ${count}, checksum ${all.digest('hex').slice(0, 16)}`);
  for (const key of nowhere) say(`    NOWHERE: ${key}`);
  if (nowhere.length > 0)
    throw new OperatorError(
      `${nowhere.length} files that records name were not in ${from ?? 'the buckets'} at that moment: try an earlier one, or the other source.`,
    );
}

async function compareFolder(
  s3: S3Client,
  of: { folder: FileFolder; named: readonly string[]; source: string; target: string; moment: Date },
) {
  const prefix = fileKey(of.folder, '');
  const [then, now] = await Promise.all([
    readVersionsAt(s3, { bucket: of.source, prefix, moment: of.moment }),
    readEtagsNow(s3, { bucket: of.target, prefix }),
  ]);
  const keys = of.named.filter((key) => key.startsWith(prefix));
  const names = new Set(keys);
  const toCopy = keys.flatMap((key): FileToCopy[] => {
    const version = then.get(key);
    const isSame = version === undefined || now.get(key) === version.etag;
    return isSame ? [] : [{ key, source: of.source, target: of.target, version }];
  });
  // What came after the moment is there all the same.
  const nowhere = keys.filter((key) => !then.has(key) && !now.has(key));
  return {
    named: keys.length,
    same: keys.length - toCopy.length - nowhere.length,
    toCopy,
    nowhere,
    unnamed: [...now.keys()].filter((key) => !names.has(key)).length,
  };
}

async function copy(s3: S3Client, { key, source, target, version }: FileToCopy): Promise<void> {
  const path = [source, ...key.split('/')].map(encodeURIComponent).join('/');
  const { CopyObjectResult } = await s3.send(
    new CopyObjectCommand({ Bucket: target, Key: key, CopySource: `${path}?versionId=${version.id}` }),
  );
  if (CopyObjectResult?.ETag !== version.etag)
    throw new OperatorError(`${key} is not what was copied: run the same command again.`);
}

async function inLanes<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const lane = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
