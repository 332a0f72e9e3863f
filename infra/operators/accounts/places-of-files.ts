import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketNameIn, keysTableName, schoolName } from '../../names.ts';
import { loadSchool } from '../../school.ts';

/** Makes a deployed school's buckets, its keys and its settings those of this process, after its tables. */
export function setPlacesOfFiles(id: string): void {
  const file = loadSchool(id);
  const name = schoolName(id);
  process.env.FILES_BUCKET = bucketNameIn(file.aws, name, 'files');
  process.env.DOCUMENTS_BUCKET = bucketNameIn(file.aws, name, 'documents');
  process.env.KEYS_TABLE_NAME = keysTableName(name);
  // A stage's file has only what differs: the functions read the whole.
  const whole = join(mkdtempSync(join(tmpdir(), 'formroom-')), 'school.json');
  writeFileSync(whole, JSON.stringify(file));
  process.env.SCHOOL_FILE = whole;
}
