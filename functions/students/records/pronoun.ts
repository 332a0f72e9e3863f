/** How a student is spoken of. `sex` is a letter or a word, as on the registration form. */
export const pronounOf = (sex: string | undefined): 'he' | 'she' | 'they' =>
  /^m/i.test(sex ?? '') ? 'he' : /^f/i.test(sex ?? '') ? 'she' : 'they';
