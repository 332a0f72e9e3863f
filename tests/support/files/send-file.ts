import { DeleteObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import type { FileKind, UploadType } from '#shared/students/files/file-kinds.ts';
import type { TestClient } from '../callers/client.ts';

interface Sending {
  studentId: string;
  kind: FileKind;
  type: UploadType;
  bytes: Uint8Array;
  was?: string | null;
}

/** Asks for a ticket, sends the file to where it says, and confirms it: what the office's browser does. */
export async function sendFile(client: TestClient, sending: Sending) {
  const { body } = await requestUploadTicket(client, sending);
  await postFileForm(client, body, sending);
  return client.call(studentFilesContract.confirmFileUpload, { ticket: body.ticket });
}

export const requestUploadTicket = (client: TestClient, { studentId, kind, type, bytes, was = null }: Sending) =>
  client.call(studentFilesContract.requestFileUpload, { student_id: studentId, kind, type, bytes: bytes.length, was });

/** Sends bytes with the form of a ticket; `changed` replaces fields of it. */
export async function postFileForm(
  client: TestClient,
  { url, fields }: { url: string; fields: Record<string, string> },
  { type, bytes }: Pick<Sending, 'type' | 'bytes'>,
  changed: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
  form.append('file', new File([new Uint8Array(bytes)], 'scan', { type }));
  return fetch(`${client.url}${url}`, { method: 'POST', body: form });
}

/** Whether the files bucket has a file under a key. */
export async function isInBucket(key: string): Promise<boolean> {
  const client = new S3Client({ forcePathStyle: true });
  const head = new HeadObjectCommand({ Bucket: process.env.FILES_BUCKET, Key: key });
  const isThere = await client.send(head).then(
    () => true,
    () => false,
  );
  client.destroy();
  return isThere;
}

export async function deleteStoredFile(key: string): Promise<void> {
  const client = new S3Client({ forcePathStyle: true });
  await client.send(new DeleteObjectCommand({ Bucket: process.env.FILES_BUCKET, Key: key }));
  client.destroy();
}
