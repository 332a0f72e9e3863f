import { fileKey, xlsxType } from '#shared/http/contract.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import { documentsBucket, loadFileStorage, openFile } from './file-storage.ts';

/** How long a spreadsheet can be fetched (rule 22). */
const minutes = 10;

/**
 * The folder belongs to the user and the name is the hash of the token: neither another user's token nor a listing
 * leads to the file.
 */
const keyOf = (accountId: string, token: string): string =>
  fileKey('spreadsheets', `${hashSecret(accountId)}/${hashSecret(token)}.xlsx`);

/** Stores a spreadsheet for ten minutes. Only this user can fetch it by the returned token (rule 22). */
export async function keepSpreadsheet(accountId: string, bytes: Uint8Array, now: Date): Promise<string> {
  const token = newSecret();
  const { s3, client } = await loadFileStorage();
  await client.send(
    new s3.PutObjectCommand({
      Bucket: documentsBucket(),
      Key: keyOf(accountId, token),
      Body: bytes,
      ContentType: xlsxType,
      Metadata: { until: new Date(now.getTime() + minutes * 60_000).toISOString() },
    }),
  );
  return token;
}

/** The spreadsheet of a token; undefined when the user has no such token, or its ten minutes have passed. */
export async function fetchSpreadsheet(accountId: string, token: string, now: Date): Promise<Uint8Array | undefined> {
  const file = await openFile(documentsBucket(), keyOf(accountId, token));
  const isOver = now.toISOString() > (file?.Metadata?.until ?? '');
  return isOver ? undefined : await file?.Body?.transformToByteArray();
}
