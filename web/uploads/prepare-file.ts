import { cleanImage } from '#shared/students/files/clean-image.ts';
import { detectFileType, type UploadType, uploadTypes } from '#shared/students/files/file-kinds.ts';
import { parseImageSize, pixelLimit } from '#shared/students/files/image-size.ts';
import { studentFileWordings } from '#shared/students/wordings.ts';

/** A file to send. */
export interface PreparedFile {
  blob: Blob;
  type: UploadType;
}

export interface PrepareOptions {
  isImage: boolean;
  /** Most pixels of an image's longer side. */
  longest: number;
}

/** The first bytes, which have the size of an image; a camera writes thumbnails before it. */
const headerBytes = 2 * 1024 * 1024;
/** Bytes from which an image is redrawn smaller. */
const redrawFrom = 4 * 1024 * 1024;

/**
 * Prepares a chosen file for sending: an image that is large, rotated, not printable or of another type (HEIC, WebP) is
 * redrawn upright as JPEG; other images lose their metadata, such as the place where they were taken. PDFs stay as they
 * are.
 * @throws Error with the sentence for the user
 */
export async function prepareFile(file: File, { isImage, longest }: PrepareOptions): Promise<PreparedFile> {
  if (file.size === 0) throw new Error(studentFileWordings.empty);
  const type = detectFileType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (type === 'application/pdf') {
    if (isImage) throw new Error(studentFileWordings.wrongTypeOfPicture);
    return { blob: new Blob([file], { type }), type };
  }
  const size = parseImageSize(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()));
  // Before it is decoded: a small file can have more pixels than the memory holds.
  if (size && size.width * size.height > pixelLimit) throw new Error(studentFileWordings.tooManyPixels);
  if ((type === 'image/jpeg' || type === 'image/png') && file.size <= redrawFrom) {
    const before = new Uint8Array(await file.arrayBuffer());
    const clean = cleanImage(before, type);
    if (!clean) throw new Error(studentFileWordings.damaged);
    const isSmall = Math.max(clean.width, clean.height) <= longest;
    if (isSmall && !clean.isTurned && clean.isPrintable) return { blob: new Blob([clean.bytes], { type }), type };
  }
  // An image without a size in its header is not redrawn.
  if (!size)
    throw new Error(
      type
        ? studentFileWordings.damaged
        : isImage
          ? studentFileWordings.wrongTypeOfPicture
          : studentFileWordings.wrongType,
    );
  const blob = await redrawAsJpeg(file, longest).catch(() => {
    const isKnown = uploadTypes.some((each) => each === type);
    throw new Error(
      isKnown
        ? studentFileWordings.damaged
        : isImage
          ? studentFileWordings.wrongTypeOfPicture
          : studentFileWordings.wrongType,
    );
  });
  return { blob, type: 'image/jpeg' };
}

/** The browser applies the orientation while it decodes; it does not decode SVG. */
async function redrawAsJpeg(file: Blob, longest: number): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // Transparent pixels become white.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/jpeg', 0.85);
  });
}
