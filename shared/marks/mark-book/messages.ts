/** Wordings of product §5 and §8. */
export const markBookMessages = {
  noTotal: 'Assesment has no Total. Please Edit Assesment and enter Total to continue.',
  aboveTotal: 'Mark Entered is greater than the assigned total.',
  fieldsBlank: 'Fields Blank',
  confirmDelete: 'Are you sure you want to delete this assessment?',
  notDeleted: 'An Error has occured. Assessment could not deleted.',
} as const;

/** Every page has assessments 1 to 5 from the start (product §9). */
export const defaultAssessments = 5;

/** Those can be edited and not deleted (product §5). */
export const mayDelete = (assessmentNumber: number): boolean => assessmentNumber > defaultAssessments;

/** Characters of the note on a mark. */
export const noteLimit = 200;

/** How the note on a mark is named in the audit trail. */
export const noteField = (assessmentNumber: number): string => `${markField(assessmentNumber)} note`;

/** How a mark is named in refusals, conflicts and the audit trail. */
export const markField = (assessmentNumber: number): string => `assessment ${assessmentNumber}`;
