import { studentFields } from '../fields.ts';

/** The six files that a school keeps of a student, by the field that names each (product §2, §3). */
export const fileKinds = [
  'file_birth_certificate',
  'file_immunization_card',
  'file_sea_slip',
  'picture',
  'file_passport',
  'file_student_permit',
] as const;
export type FileKind = (typeof fileKinds)[number];

/** "Birth Certificate". */
export const fileKindTitle = (kind: FileKind): string => studentFields[kind].label;

export const uploadTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
/** Types that may be uploaded: a browser shows them, a printed form includes them, and they carry no script. */
export type UploadType = (typeof uploadTypes)[number];

const megabyte = 1024 * 1024;

/** Maximum bytes of a picture that is shown: Lambda answers at most 6 MB, in base64. */
export const maxPictureBytes = 4 * megabyte;

/** Maximum bytes of a file (rule 20). */
/** Pages of an uploaded PDF. */
export const maxPdfPages = 200;

export const maxFileBytes = (kind: FileKind, type: UploadType): number => {
  if (kind === 'picture') return maxPictureBytes;
  return (type === 'application/pdf' ? 10 : 5) * megabyte;
};

/** Whether a file of this kind may have this type: a passport photo must be an image. */
export const isTypeAllowed = (kind: FileKind, type: UploadType): boolean =>
  kind !== 'picture' || type !== 'application/pdf';

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

export const fileNameExtension = (type: UploadType): string => endings[type];

/**
 * Name of a stored file: the student's id, sixteen unique hexadecimal digits, and the extension, without a folder.
 */
const fileName = /^(?<owner>[A-Za-z0-9][A-Za-z0-9 ._-]{0,39})-[0-9a-f]{16}\.(?<ending>pdf|jpg|png)$/;

/** The media type of this student's file, by its name; undefined where the name is of another student or of no file. */
export function fileTypeByName(name: string | undefined, studentId: string): UploadType | undefined {
  const { owner, ending } = name?.match(fileName)?.groups ?? {};
  if (owner !== studentId) return undefined;
  return uploadTypes.find((type) => endings[type] === ending);
}

/** Magic numbers of the types that are kept. */
const beginnings = {
  'application/pdf': '%PDF-',
  'image/png': '\u0089PNG\r\n\u001a\n',
  'image/jpeg': '\u00ff\u00d8\u00ff',
} as const;

/** Media type of a file by its first twelve bytes, not by its name; undefined for any other type (rule 20). */
export function detectFileType(bytes: Uint8Array): keyof typeof beginnings | undefined {
  const start = [...bytes.subarray(0, 12)].map((byte) => String.fromCharCode(byte)).join('');
  const types = Object.keys(beginnings) as (keyof typeof beginnings)[];
  return types.find((type) => start.startsWith(beginnings[type]));
}

/**
 * Name of a student's picture: the student's id, sixteen hexadecimal digits that change with every picture and cannot
 * be guessed, and the extension. It has no folder.
 */
export const pictureNamePattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}-[0-9a-f]{16}\.(?:jpg|png)$/;

/** The id of the student whose picture has this file name. */
export const studentIdOfPicture = (picture: string): string => picture.slice(0, picture.lastIndexOf('-'));
