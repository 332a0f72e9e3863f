/** Wordings of product §8 for a student's record. */
export const studentMessages = {
  notFound: 'There is no such student at the school.',
  saved: 'Record saved successfully.',
  notSaved: 'Record could not be saved.',
  resetting: (name: string) => `Resetting ${name} password`,
  wasReset: (name: string) => `${name} password reset successfully.`,
};
