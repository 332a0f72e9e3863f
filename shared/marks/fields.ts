import * as z from 'zod/mini';

/** Form classes of a lesson in a query string. */
export const classIdsInQuery = z.lazy(() =>
  z
    .string()
    .check(z.maxLength(400), z.regex(/^[A-Za-z0-9 ._-]+(,[A-Za-z0-9 ._-]+)*$/, 'Class names, separated by commas.')),
);

/** A page of the mark book has at most sixty assessments. */
export const assessmentNumber = z.lazy(() => z.int().check(z.gte(1), z.lte(60)));
