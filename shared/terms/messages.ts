/** Wordings of SPEC §2, §5 and §8. */
export const termsMessages = {
  yearAndTermRequired: 'Please set the Academic Year and Term to continue.',
} as const;
