import { filesBucket, openFile } from '../../../platform/files/file-storage.ts';
import { type PrintableImage, parseImage } from '../../../platform/pdf/image.ts';
import type { StudentItem } from '../store.ts';
import { findKeptFile } from './file-keys.ts';

/** Maximum bytes of all photos of a document: an answer has 6 MB, in base64. */
const maxBytes = 3_600_000;

/** A photo to print; `left out` where it is too large or cannot be printed. */
export type PrintablePhoto = PrintableImage | 'left out';

/** The photos of students who have one, by id. */
export async function readPhotos(students: readonly StudentItem[]): Promise<ReadonlyMap<string, PrintablePhoto>> {
  const most = maxBytes / students.length;
  const found = await Promise.all(
    students.map(async (student): Promise<[string, PrintablePhoto][]> => {
      const kept = findKeptFile(student, 'picture');
      const file = kept && (await openFile(filesBucket(), kept.key));
      if (!file?.Body) return [];
      const isTooLarge = (file.ContentLength ?? 0) > most;
      const image = isTooLarge ? undefined : parseImage(await file.Body.transformToByteArray());
      if (isTooLarge) file.Body.transformToWebStream().cancel();
      return [[student.studentId, image && image.data.length <= most ? image : 'left out']];
    }),
  );
  return new Map(found.flat());
}
