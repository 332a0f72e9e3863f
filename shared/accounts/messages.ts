/** Wordings of product §2, §5 and §8; where it shows none, ours. */
export const accountMessages = {
  teacherAdded: 'Teacher added succesfully',
  teacherUpdated: 'Teacher updated succesfully',
  teacherNotSaved: 'An error occured, data not saved.',
  fieldsMissing: 'Please fill all required fields.',
  resetQuestion: (name: string) => `Reset ${name} password ?`,
  wasReset: (name: string) => `${name} password reset.`,
  notReset: 'Error occured.',
  noSecondFactor: (name: string) => `${name} has no second factor.`,
  secondFactorReset: (name: string) => `${name} signs in with the password alone.`,
  /** The table has it, the identity store not yet. */
  unfinished: 'It is saved, but the sign-in could not be set up yet. Please try again.',
  busy: 'Somebody else is changing this sign-in at this moment. Please try again in a moment.',
} as const;
