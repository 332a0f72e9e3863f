import { scanBothTables } from './both-tables.ts';

/** By hand: what a class roster repeats of a student. */
const repeated = [
  ...['studentId', 'lastName', 'firstName', 'middleName', 'formLevel', 'dateOfBirth', 'birthCertificateNo', 'seaNo'],
  ...['houseCode', 'entryDate', 'repeater', 'picture'],
];

interface StoredRoster {
  classId: string;
  students: string;
}

/**
 * What is wrong in the class rosters, counted from the stored students: one who is missing, listed elsewhere, twice, or
 * with other facts.
 */
export async function findRosterFaults(): Promise<string[]> {
  const kinds = { ':student': 'student', ':rosters': 'class-rosters' };
  const items = await scanBothTables({
    FilterExpression: 'sk = :student OR pk = :rosters',
    ExpressionAttributeValues: kinds,
  });
  const listed = items.filter(({ pk }) => pk === 'class-rosters').flatMap((item) => linesOf(item as never));
  const wanted = items
    .filter(({ sk, status }) => sk === 'student' && status === 'current')
    .map((student) => JSON.stringify([student.classId, ...repeated.map((name) => student[name] ?? null)]));
  return [
    ...wanted.filter((line) => !listed.includes(line)).map((line) => `missing ${line}`),
    ...listed.filter((line) => !wanted.includes(line)).map((line) => `wrong ${line}`),
    ...listed.filter((line, place) => listed.indexOf(line) !== place).map((line) => `twice ${line}`),
  ];
}

function linesOf({ classId, students }: StoredRoster): string[] {
  const columns = JSON.parse(students) as Record<string, unknown[]>;
  return (columns.studentId ?? []).map((_, row) =>
    JSON.stringify([classId, ...repeated.map((name) => columns[name]?.[row] ?? null)]),
  );
}
