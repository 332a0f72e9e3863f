import JSZip from 'jszip';

/** A zip with these files, under their names as they are. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) zip.file(name, content, { createFolders: false });
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** Rows of a CSV file; cells with commas or quotation marks are quoted. */
export const csvOf = (...rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .map((line) => `${line}\r\n`)
    .join('');

/** A manifest that says of each file what it is, and that the others are absent. */
export const manifestOf = (
  modes: Readonly<Record<string, 'bulk' | 'delta' | 'absent'>>,
  more: Readonly<Record<string, string>> = {},
): string =>
  csvOf(
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...Object.entries({ ...modes }).map(([file, mode]) => [`file.${file}`, mode]),
    ...Object.entries(more),
  );

/**
 * A small school as another program exports it in OneRoster 1.2: ids of its own, a course a level, a homeroom, a class
 * of two teachers' subjects. Two teachers, three students.
 */
export const otherProgram = {
  'orgs.csv': csvOf(
    ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
    ['d-1', '', '', 'Northern District', 'district', '', ''],
    ['s-9', '', '', 'Riverside Secondary', 'school', '0042', 'd-1'],
  ),
  'academicSessions.csv': csvOf(
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'title',
      'type',
      'startDate',
      'endDate',
      'parentSourcedId',
      'schoolYear',
    ],
    ['y-25', '', '', '2025-2026', 'schoolYear', '2025-09-01', '2026-07-04', '', '2026'],
    ['t-1', '', '', 'Autumn', 'term', '2025-09-01', '2025-12-13', 'y-25', '2026'],
  ),
  'users.csv': csvOf(
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'enabledUser',
      'username',
      'givenName',
      'familyName',
      'identifier',
      'grades',
    ],
    ['u-t1', '', '', 'true', 'abell', 'Anna', 'Bell', '41', ''],
    ['u-t2', '', '', 'true', 'sali', 'Sam', 'Ali', 'T-4711', ''],
    ['u-s1', '', '', 'true', '', 'Anaïs', 'Baptiste', '00701', '1'],
    ['u-s2', '', '', 'true', '', 'Kim', 'Lee', '00702', '1'],
    ['u-s3', '', '', 'true', '', 'Noor', 'Khan', '00703', '1'],
    ['u-p1', '', '', 'true', '', 'Rita', 'Khan', '', ''],
  ),
  'roles.csv': csvOf(
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'userSourcedId',
      'roleType',
      'role',
      'beginDate',
      'endDate',
      'orgSourcedId',
      'userProfileSourcedId',
    ],
    ['r-1', '', '', 'u-t1', 'primary', 'teacher', '', '', 's-9', ''],
    ['r-2', '', '', 'u-t2', 'primary', 'teacher', '', '', 's-9', ''],
    ['r-3', '', '', 'u-s1', 'primary', 'student', '', '', 's-9', ''],
    ['r-4', '', '', 'u-s2', 'primary', 'student', '', '', 's-9', ''],
    ['r-5', '', '', 'u-s3', 'primary', 'student', '', '', 's-9', ''],
    ['r-6', '', '', 'u-p1', 'primary', 'parent', '', '', 's-9', ''],
  ),
  'demographics.csv': csvOf(
    ['sourcedId', 'status', 'dateLastModified', 'birthDate', 'sex'],
    ['u-s1', '', '', '2013-03-09', 'female'],
    ['u-s2', '', '', '2013-11-30', 'male'],
  ),
  'courses.csv': csvOf(
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'schoolYearSourcedId',
      'title',
      'courseCode',
      'grades',
      'orgSourcedId',
      'subjects',
      'subjectCodes',
    ],
    ['c-h', '', '', 'y-25', 'Homeroom', 'HR', '1', 's-9', '', ''],
    ['c-g1', '', '', 'y-25', 'Geology Form 1', 'GEOL-1', '1', 's-9', 'Geology', ''],
    ['c-l1', '', '', 'y-25', 'Latin', 'LAT', '', 's-9', '', ''],
  ),
  'classes.csv': csvOf(
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'title',
      'grades',
      'courseSourcedId',
      'classCode',
      'classType',
      'location',
      'schoolSourcedId',
      'termSourcedIds',
      'subjects',
      'subjectCodes',
      'periods',
    ],
    ['k-1a', '', '', 'Form 1A', '1', 'c-h', '', 'homeroom', '', 's-9', 't-1', '', '', ''],
    ['k-g', '', '', 'Geology, first group', '1', 'c-g1', 'G1', 'scheduled', '', 's-9', 't-1', '', '', ''],
    ['k-l', '', '', 'Latin 1A', '1', 'c-l1', 'L1', 'scheduled', '', 's-9', 't-1', '', '', ''],
  ),
  'enrollments.csv': csvOf(
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'classSourcedId',
      'schoolSourcedId',
      'userSourcedId',
      'role',
      'primary',
      'beginDate',
      'endDate',
    ],
    ['e-1', '', '', 'k-1a', 's-9', 'u-t1', 'teacher', 'true', '', ''],
    ['e-2', '', '', 'k-1a', 's-9', 'u-s1', 'student', '', '', ''],
    ['e-3', '', '', 'k-1a', 's-9', 'u-s2', 'student', '', '', ''],
    ['e-4', '', '', 'k-1a', 's-9', 'u-s3', 'student', '', '', ''],
    ['e-5', '', '', 'k-g', 's-9', 'u-t1', 'teacher', 'true', '', ''],
    ['e-6', '', '', 'k-g', 's-9', 'u-s1', 'student', '', '', ''],
    ['e-7', '', '', 'k-g', 's-9', 'u-s2', 'student', '', '', ''],
    ['e-8', '', '', 'k-l', 's-9', 'u-t2', 'teacher', 'true', '', ''],
  ),
} as const satisfies Readonly<Record<string, string>>;

const tables = Object.keys(otherProgram).map((name) => name.replace('.csv', ''));

/** The other program's zip, with files in place of its own; null leaves one out. */
export function otherProgramsZip(
  changed: Readonly<Record<string, string | Uint8Array | null>> = {},
  mode: 'bulk' | 'delta' = 'bulk',
): Promise<Uint8Array> {
  const modes = Object.fromEntries(
    tables.map((table) => [table, changed[`${table}.csv`] === null ? ('absent' as const) : mode]),
  );
  const files = { 'manifest.csv': manifestOf(modes), ...otherProgram, ...changed };
  return zipOf(
    Object.fromEntries(Object.entries(files).flatMap(([name, text]) => (text === null ? [] : [[name, text]]))),
  );
}
