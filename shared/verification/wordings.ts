/** Sentences about cards that prove themselves (rule 57). */
export const verificationMessages = {
  noSuchCode: 'No report card has this code. A code has ten letters and digits, such as K7QF2-M9X4T.',
  noSuchList: 'There is no such list.',
  noAddress: 'The cards of this school carry no codes.',
} as const;

/** Printed on posted cards. */
export const verificationTexts = {
  howToCheck: (address: string, code: string) => `Check this card at ${address}   ·   Code ${code}`,
  credentialOf: (code: string) => `Signed figures of the report card ${code}`,
} as const;
