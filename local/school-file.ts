import { readFile } from 'node:fs/promises';
import { findFaultsOfOptions } from '#shared/product.ts';
import { type SchoolFile, schoolFileSchema } from '#shared/school/school-file.ts';
import { localNames } from './environment.ts';

/** This machine's school file. @throws Error with a line for each fault of its options */
export async function readLocalSchoolFile(path: string = localNames.schoolFile): Promise<SchoolFile> {
  const school = schoolFileSchema().parse(JSON.parse(await readFile(path, 'utf8')));
  const faults = findFaultsOfOptions(school).map((fault) => `${path}: ${fault.path}: ${fault.message}`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return school;
}
