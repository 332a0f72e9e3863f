import { type FileKind, maxFileBytes, type UploadType } from './files/file-kinds.ts';

/** Wordings of product §8 for a student's record. */
export const studentMessages = {
  notFound: 'There is no such student at the school.',
  saved: 'Record saved successfully.',
  notSaved: 'Record could not be saved.',
  resetting: (name: string) => `Resetting ${name} password`,
  wasReset: (name: string) => `${name} password reset successfully.`,
};

/** Wordings of product §2, §5 and §8. */
export const studentUploadMessages = {
  noFile: 'Please select a file!',
  uploadFailed: 'Could not upload the file.',
  confirmFailed: 'An Error has occured, data could not be uploaded',
  partly: 'Some records could not be uploaded',
  downloadFailed: 'An error occured. Unable to download spreadsheet',
} as const;

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** Why a file is refused: said by the browser before it is sent, and by the server after it arrived. */
export const fileMessages = {
  wrongType: 'Please choose a PDF, JPEG or PNG file.',
  wrongTypeOfPicture: 'Please choose a JPEG or PNG picture.',
  tooLarge: (kind: FileKind, type: UploadType) => `The file is larger than ${megabytes(maxFileBytes(kind, type))}.`,
  empty: 'The file is empty.',
  mislabelled: 'The file is not what its name says. Please save it again as PDF, JPEG or PNG.',
  damaged: 'The file is damaged and cannot be read.',
  protectedPdf: 'The PDF is protected by a password. Please save it without one.',
  activePdf:
    'The PDF has a script, an attached file or a program to start in it. Please print it to a new PDF and upload that one.',
  tooMuchPdf: 'The PDF takes too much time or memory to read. Please print it to a new PDF and upload that one.',
  tooManyPixels: 'The picture has too many pixels. Please save it smaller.',
  notPrintable: 'This kind of PNG cannot be printed. Please save the picture as JPEG.',
  changed: 'Somebody else has changed this file since you opened it. Please look at it again.',
  uploadExpired: 'This upload has expired. Please choose the file again.',
  notArrived: 'The file has not arrived. Please choose it again.',
  noFile: 'There is no such file.',
  notKept: 'The earlier file is no longer kept.',
} as const;
