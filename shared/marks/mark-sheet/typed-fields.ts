// Without schemas: pages have these at once, and a schema would bring the library that reads it.

/** The fields of a mark sheet that are typed, in its order. */
export const typedFields = ['exam_mark', 'late', 'absent', 'app', 'con', 'comment'] as const;
export type TypedField = (typeof typedFields)[number];

/** Mark sheet comments hold 500 characters (product §5). */
export const commentLimit = 500;
