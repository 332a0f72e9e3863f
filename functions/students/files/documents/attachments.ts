import { fileKinds, titleOfKind } from '#shared/students/files/kinds.ts';
import { filesBucket, openFile } from '../../../platform/files/file-storage.ts';
import { logMissingDocument } from '../../../platform/log.ts';
import { type PrintableImage, readImage } from '../../../platform/pdf/image.ts';
import { fileOf } from '../../records/kept-files.ts';
import type { StudentItem } from '../../records/store.ts';
import { pagesOf } from '../foreign-pdf/foreign-pdf.ts';

/** A file of a student behind the form: an image, a PDF from outside, or why it is not there. */
export type Attachment = { title: string } & (
  | { image: PrintableImage }
  | { pdf: Uint8Array; pages: number }
  | { left: string }
);

/** The files of a student in the order of the register, but for the photo, which is on the form. One after the other: each may have 10 MB. */
export async function attachmentsOf(student: StudentItem): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const kind of fileKinds.filter((one) => one !== 'picture')) {
    const kept = fileOf(student, kind);
    if (!kept) continue;
    const file = await openFile(filesBucket(), kept.key);
    const bytes = await file?.Body?.transformToByteArray();
    if (!bytes) logMissingDocument(kind, new Error('The record names a file that is not there.'));
    attachments.push({ title: titleOfKind(kind), ...(await contentOf(bytes, kept.type)) });
  }
  return attachments;
}

async function contentOf(bytes: Uint8Array | undefined, type: string) {
  if (!bytes) return { left: 'It is missing.' };
  if (type !== 'application/pdf') {
    const image = readImage(bytes);
    return image ? { image } : { left: 'It cannot be printed.' };
  }
  const pages = await pagesOf(bytes);
  return typeof pages === 'number' ? { pdf: bytes, pages } : { left: pages };
}
