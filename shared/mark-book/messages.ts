/** Wordings of SPEC §5. */
export const markBookMessages = {
  noTotal: 'Assesment has no Total. Please Edit Assesment and enter Total to continue.',
  aboveTotal: 'Mark Entered is greater than the assigned total.',
  fieldsBlank: 'Fields Blank',
} as const;

/** Every page has assessments 1 to 5 from the start (SPEC §9). */
export const defaultAssessments = 5;
