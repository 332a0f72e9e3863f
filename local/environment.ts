import { fileURLToPath } from 'node:url';

/** Names of this machine's school; on AWS the stacks give their own. */
export const localNames = {
  table: 'formroom-local',
  trail: 'formroom-local-trail',
  keys: 'formroom-local-keys',
  pool: 'formroom-local',
  school: 'formroom-local',
  documents: 'formroom-local-documents',
  files: 'formroom-local-files',
  mail: 'formroom-local',
  schoolFile: fileURLToPath(new URL('../infra/schools/demo.json', import.meta.url)),
} as const;

/**
 * Sets what the functions read from their environment, before the first of them is called: they keep what they read, so
 * one process is one school.
 */
export function setEnvironment(values: Record<string, string>): void {
  Object.assign(
    process.env,
    {
      TABLE_NAME: localNames.table,
      TRAIL_TABLE_NAME: localNames.trail,
      KEYS_TABLE_NAME: localNames.keys,
      SCHOOL_FILE: localNames.schoolFile,
      DOCUMENTS_BUCKET: localNames.documents,
      FILES_BUCKET: localNames.files,
      MAIL_CONFIGURATION_SET: localNames.mail,
    },
    values,
  );
}
