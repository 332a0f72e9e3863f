import type { OtherReader } from './move-in/reading/other-files.ts';
import type { RosterFile } from './oneroster/school-from-roster/school-from-roster.ts';

/** Files of other formats that a school moves in with. */
export const filesToMoveInParts: Readonly<Record<string, OtherReader>> = {
  oneroster: {
    takes: async (bytes) => (await import('./oneroster/reading/zip-of-tables.ts')).isZipOfFiles(bytes),
    read: async (...of) => (await import('./oneroster/read-file.ts')).readRosterFile(...of),
    remember: async (file, ...of) =>
      (await import('./oneroster/remember-ids.ts')).rememberIds(file as RosterFile, ...of),
  },
};
