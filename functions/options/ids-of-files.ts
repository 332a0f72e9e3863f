import type { IdsOfFiles } from './move-in/ids-of-files.ts';

/** What remembers ids of files that a school moved in with. */
export const idsOfFilesParts: Readonly<Record<string, IdsOfFiles>> = {
  oneroster: { forget: async (...of) => (await import('./oneroster/forget-ids.ts')).forgetIds(...of) },
};
