/** Every page has assessments 1 to 5 from the start (product §9). */
export const defaultAssessments = 5;

/** Those can be edited and not deleted (product §5). */
export const mayDelete = (assessmentNumber: number): boolean => assessmentNumber > defaultAssessments;

/** Characters of the note on a mark. */
export const noteLimit = 200;

/** How a mark is named in refusals, conflicts and the audit trail. */
export const markField = (assessmentNumber: number): string => `assessment ${assessmentNumber}`;

/** How the note on a mark is named in the audit trail. */
export const noteField = (assessmentNumber: number): string => `${markField(assessmentNumber)} note`;
