import { type FileFolder, fileFolders } from '#shared/http/contract.ts';

/** Folders that hold what cannot be made again. The others are made again in seconds, or are gone by themselves. */
const kept = {
  'attendance-archive': true,
  crests: true,
  pictures: true,
  'student-files': true,
  spreadsheets: false,
  'report-cards': false,
  'posted-cards': false,
  'student-records': false,
  'school-files': false,
  'roster-files': false,
  'absence-notes': true,
  'registration-files': true,
  uploads: false,
  'replaced-files': false,
  'registration-forms': false,
} as const satisfies Record<FileFolder, boolean>;

/** The folders of a bucket that are copied to the vault, besides the exports of the table (ADR 0006). */
export const foldersCopiedToVault = (bucket: 'files' | 'documents'): FileFolder[] =>
  (Object.keys(kept) as FileFolder[]).filter((folder) => kept[folder] && fileFolders[folder] === bucket);
