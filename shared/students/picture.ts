/**
 * Name of a student's picture: the student's id, sixteen hexadecimal digits that change with every picture and cannot be guessed,
 * and the extension. It has no folder.
 */
export const pictureNamePattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}-[0-9a-f]{16}\.(?:jpg|png)$/;

/** The id of the student whose picture has this file name. */
export const studentIdOfPicture = (picture: string): string => picture.slice(0, picture.lastIndexOf('-'));

/** Maximum bytes of a picture that is shown: Lambda answers at most 6 MB, in base64. */
export const maxPictureBytes = 4 * 1024 * 1024;
