import { fileKey } from '#shared/http/contract.ts';
import { detectFileType, maxPictureBytes } from '#shared/students/files/file-kinds.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { filesBucket, openFile } from '../../../platform/files/file-storage.ts';
import { imageReply, type Reply } from '../../../platform/requests/call-handler.ts';

/**
 * Answers with a picture that a student's record names. Bytes that are no image are not shown (rule 20).
 * @throws NotFoundError where there is no such file
 */
export async function openPicture(picture: string): Promise<Reply<Uint8Array>> {
  const file = await openFile(filesBucket(), fileKey('pictures', picture));
  if (!file?.Body || (file.ContentLength ?? 0) > maxPictureBytes) throw pictureNotFoundError();
  const bytes = await file.Body.transformToByteArray();
  const type = detectFileType(bytes);
  if (type === undefined || type === 'application/pdf') throw pictureNotFoundError();
  return imageReply(bytes, type);
}

export const pictureNotFoundError = () => new NotFoundError(recordWordings.noPicture);
