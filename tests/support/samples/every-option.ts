/** Every option of the product, as school files name them: a build without them knows the names too. */
export const everyOption = [
  'district',
  'families',
  'move-in',
  'oneroster',
  'scan-stations',
  'sign-off',
  'signed-cards',
  'transcripts',
  'truth-check',
];

export const everyOptionBut = (...names: string[]): string[] => everyOption.filter((name) => !names.includes(name));
