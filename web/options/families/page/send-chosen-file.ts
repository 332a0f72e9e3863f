import type { UploadType } from '#shared/students/files/file-kinds.ts';

interface Sending {
  isImage: boolean;
  /** Most pixels of an image's longer side. */
  longest: number;
  /** Asks the server for a ticket and the form. */
  permit: (upload: { type: UploadType; bytes: number }) => Promise<{
    ticket: string;
    url: string;
    fields: Record<string, string>;
  }>;
  onProgress: (text: string) => void;
}

/**
 * Makes a chosen picture small on the phone and sends it to where the server says; a PDF goes as it is. @returns its
 * ticket
 * @throws Error with the sentence for the family where the file cannot be sent
 */
export async function sendChosenFile(file: File, { isImage, longest, permit, onProgress }: Sending): Promise<string> {
  onProgress('Preparing the file…');
  const [{ prepareFile }, { sendUpload }] = await Promise.all([
    import('../../../uploads/prepare-file.ts'),
    import('../../../uploads/send-upload.ts'),
  ]);
  const { blob, type } = await prepareFile(file, { isImage, longest });
  const { ticket, ...form } = await permit({ type, bytes: blob.size });
  const onSent = (share: number) => onProgress(`Sending the file, ${Math.round(share * 100)} %`);
  await sendUpload(form, blob, { signal: new AbortController().signal, onSent });
  return ticket;
}
