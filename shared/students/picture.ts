/**
 * Name of a student's picture: the student's id, sixteen digits that change with every picture, and the kind of file. It
 * names no folder, and nobody can guess it.
 */
export const pictureName = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}-[0-9a-f]{16}\.(?:jpg|png)$/;

/** Whose picture a file name is, by the name alone. */
export const studentOfPicture = (picture: string): string => picture.slice(0, picture.lastIndexOf('-'));

/** Bytes of the largest picture that is shown: Lambda answers at most 6 MB, as text of four thirds the length. */
export const pictureLimit = 4 * 1024 * 1024;
