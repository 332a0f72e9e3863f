import { readOnerosterSettings } from '#shared/options/oneroster/settings.ts';
import { FileInParts } from '../../../platform/files/file-in-parts.ts';
import { executeAction } from '../../../platform/table/action.ts';
import { school } from '../../../school/records/school.ts';
import { endOfRosterFile, keyOfRosterFile, RosterFileEntity, type RosterFileItem } from '../records/roster-files.ts';
import { givenTables, readSchoolAsRecords } from '../school-as-records/school-as-records.ts';
import { writeRosterZip } from './roster-zip.ts';

/**
 * Writes the school into a zip in the documents bucket. Done again it writes another one in its place: nobody sees
 * either before its end.
 */
export async function makeRosterFile({ run, madeAt, madeBy }: Pick<RosterFileItem, 'run' | 'madeAt' | 'madeBy'>) {
  const { id, optionSettings } = school();
  const { demographics } = readOnerosterSettings(optionSettings);
  const file = await FileInParts.begin(keyOfRosterFile({ run }), 'application/zip');
  const rows = await writeRosterZip(file, {
    school: await readSchoolAsRecords(),
    tables: givenTables.filter((table) => demographics || table !== 'demographics'),
    source: { systemName: 'Formroom', systemCode: id },
    madeAt: new Date(madeAt),
  });
  await file.end();
  await executeAction(
    RosterFileEntity.put({
      run,
      madeAt,
      ...(madeBy === undefined ? {} : { madeBy }),
      bytes: file.bytes,
      rows,
      lacksTerms: rows.classes === undefined,
      expires: Math.ceil(endOfRosterFile(madeAt).getTime() / 1000),
    }),
  );
}
