import { cleanImage } from '#shared/students/files/clean-image.ts';
import { fileTypeOf } from '#shared/students/files/file-type.ts';
import { imageSizeOf, pixelLimit } from '#shared/students/files/image-size.ts';
import { type UploadType, uploadTypes } from '#shared/students/files/kinds.ts';
import { fileMessages } from '#shared/students/wordings.ts';

/** A file as it is sent. */
export interface PreparedFile {
  blob: Blob;
  type: UploadType;
}

export interface PrepareOptions {
  isImage: boolean;
  /** Pixels of the longer side that an image may have. */
  longest: number;
}

/** The size of an image is said among these first bytes: before it a camera writes thumbnails and places. */
const headerBytes = 2 * 1024 * 1024;
/** Bytes from which an image is drawn again, smaller. */
const redrawFrom = 4 * 1024 * 1024;

/**
 * A chosen file as it is sent: an image that is large, lies on its side, cannot be printed or is of another kind (HEIC, WebP) is drawn
 * again upright as JPEG; any other image loses its metadata, the place where it was taken among them. PDFs stay as they are.
 * @throws Error with the sentence for the user
 */
export async function prepareFile(file: File, { isImage, longest }: PrepareOptions): Promise<PreparedFile> {
  if (file.size === 0) throw new Error(fileMessages.empty);
  const type = fileTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (type === 'application/pdf') {
    if (isImage) throw new Error(fileMessages.wrongTypeOfPicture);
    return { blob: new Blob([file], { type }), type };
  }
  const size = imageSizeOf(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()));
  // Before anything decodes it: a small file can say that it has more pixels than the memory holds.
  if (size && size.width * size.height > pixelLimit) throw new Error(fileMessages.tooManyPixels);
  if ((type === 'image/jpeg' || type === 'image/png') && file.size <= redrawFrom) {
    const before = new Uint8Array(await file.arrayBuffer());
    const clean = cleanImage(before, type);
    if (!clean) throw new Error(fileMessages.damaged);
    const isSmall = Math.max(clean.width, clean.height) <= longest;
    if (isSmall && !clean.isTurned && clean.isPrintable) return { blob: new Blob([clean.bytes], { type }), type };
  }
  // Of what does not say how large it is nothing is drawn.
  if (!size)
    throw new Error(type ? fileMessages.damaged : isImage ? fileMessages.wrongTypeOfPicture : fileMessages.wrongType);
  const blob = await redrawAsJpeg(file, longest).catch(() => {
    const isKnown = uploadTypes.some((each) => each === type);
    throw new Error(
      isKnown ? fileMessages.damaged : isImage ? fileMessages.wrongTypeOfPicture : fileMessages.wrongType,
    );
  });
  return { blob, type: 'image/jpeg' };
}

/** The browser turns it upright while it reads it; a drawing that is only described (SVG) it does not read. */
async function redrawAsJpeg(file: Blob, longest: number): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // What was transparent is paper.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/jpeg', 0.85);
  });
}
