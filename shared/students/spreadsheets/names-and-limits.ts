/** The ISO time with dashes for its colons, to the second (product §9). */
const timestamp = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(':', '-');

/** The names under which the spreadsheets are saved (product §9). */
export const spreadsheetFileNames = {
  everything: () => 'Registration Data.xlsx',
  template: (at: Date) => `Registration Upload-${timestamp(at)}.xlsx`,
  chosen: (at: Date) => `Registration Data - ${timestamp(at)}.xlsx`,
} as const;

/** Most rows of one upload (rule 24). */
export const maxUploadRows = 5000;

/** Maximum bytes of a confirmed list as it is sent, and of a preview: a function takes six megabytes, in base64. */
export const maxUploadBytes = 4_000_000;
