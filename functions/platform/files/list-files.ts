import { type FileFolder, fileFolders, fileKey } from '#shared/http/contract.ts';
import { documentsBucket, filesBucket, loadFileStorage } from './file-storage.ts';

/** The bucket of a folder. */
export const bucketOfFolder = (folder: FileFolder): string | undefined =>
  fileFolders[folder] === 'files' ? filesBucket() : documentsBucket();

/** Keys of all files of a folder, in order. One request for each thousand. */
export async function* listFiles(folder: FileFolder): AsyncGenerator<string> {
  const { s3, client } = await loadFileStorage();
  const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucketOfFolder(folder), Prefix: fileKey(folder, '') });
  for await (const { Contents = [] } of pages) for (const { Key } of Contents) if (Key !== undefined) yield Key;
}
