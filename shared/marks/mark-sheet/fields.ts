import * as z from 'zod/mini';

/** Form classes of a lesson, as an address carries them. */
export const classNames = () =>
  z
    .string()
    .check(z.maxLength(400), z.regex(/^[A-Za-z0-9 ._-]+(,[A-Za-z0-9 ._-]+)*$/, 'Class names, separated by commas.'));
