/** Folder of the documents bucket where the scheduled exports of the table go. */
export const tableExportPrefix = 'table-exports';

/** Beside them in it: users and groups of the identity store, a folder an export. */
export const userExportPrefix = `${tableExportPrefix}/users`;
