import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { spreadsheetFolder, xlsxType } from '#shared/http/contract.ts';
import { hashOf, newSecret } from './secrets.ts';

/** How long a spreadsheet can be fetched (DECISIONS 22). */
const minutes = 10;

const client = new S3Client({
  // The stand-in has no name for each bucket.
  forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
});
const bucket = () => process.env.DOCUMENTS_BUCKET;

/** The folder is the user's and the name is the token's hash: nobody else's token, and no listing, leads to the file. */
const keyOf = (accountId: string, token: string): string =>
  `${spreadsheetFolder}/${hashOf(accountId)}/${hashOf(token)}.xlsx`;

/** Keeps a spreadsheet for ten minutes; the token it returns fetches it, for this user alone (DECISIONS 22). */
export async function keepSpreadsheet(accountId: string, bytes: Uint8Array, now: Date): Promise<string> {
  const token = newSecret();
  await client.send(
    new PutObjectCommand({
      Bucket: bucket(),
      Key: keyOf(accountId, token),
      Body: bytes,
      ContentType: xlsxType,
      Metadata: { until: new Date(now.getTime() + minutes * 60_000).toISOString() },
    }),
  );
  return token;
}

/** The spreadsheet of a token; undefined where the user has none by it, or its ten minutes are over. */
export async function fetchSpreadsheet(accountId: string, token: string, now: Date): Promise<Uint8Array | undefined> {
  try {
    const { Body, Metadata } = await client.send(
      new GetObjectCommand({ Bucket: bucket(), Key: keyOf(accountId, token) }),
    );
    const isOver = now.toISOString() > (Metadata?.until ?? '');
    return isOver ? undefined : await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}
