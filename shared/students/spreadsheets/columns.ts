import { type StudentField, studentFieldNames, studentFields } from '../fields.ts';

/** Facts of a student that are text of a cell: all but the files, which are uploaded one by one. */
export const spreadsheetFields = studentFieldNames.filter(
  (field) => !['file', 'picture'].includes(studentFields[field].type),
);

/** The id in the example row of the template: a row with it is passed over. */
export const exampleId = 'EXAMPLE';

/** Those that the confirm table shows before all others (product §2), by their names in the answer. */
export const namedColumns = {
  id: 'id',
  last_name: 'last_name',
  first_name: 'first_name',
  sea_no: 'sea_no',
  class_id: 'class_id',
  date_of_birth: 'date_of_birth',
  house_name: 'house_code',
  entry_date: 'entry_date',
} as const satisfies Record<string, StudentField>;
