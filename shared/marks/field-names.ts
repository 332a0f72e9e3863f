// Without schemas, so that a screen's first load does not include zod.

/** The fields of a mark sheet that are typed, in its order. */
export const typedFields = ['exam_mark', 'late', 'absent', 'app', 'con', 'comment'] as const;
export type TypedField = (typeof typedFields)[number];

/** Mark sheet comments hold 500 characters (product §5). */
export const commentLimit = 500;

/** Every page has assessments 1 to 5 from the start (product §9). */
export const defaultAssessmentCount = 5;

/** Those can be edited and not deleted (product §5). */
export const canDeleteAssessment = (assessmentNumber: number): boolean => assessmentNumber > defaultAssessmentCount;

/** Characters of the note on a mark. */
export const noteLimit = 200;

/** How a mark is named in refusals, conflicts and the audit trail. */
export const markFieldName = (assessmentNumber: number): string => `assessment ${assessmentNumber}`;

/** How the note on a mark is named in the audit trail. */
export const noteFieldName = (assessmentNumber: number): string => `${markFieldName(assessmentNumber)} note`;
