import { sumOf, type Use } from './prices.ts';
import type { Metered, Scene } from './scenes.ts';

/** Scenes that are not played are not used. */
type Played = Omit<Metered, 'scenes'> & { scenes: Partial<Metered['scenes']> };

type Script = Partial<Record<Scene, number>>;

/** 62 teachers of 1,000 students, who sign in twice; another school counts by its students. */
const teachers = (students: number): number => Math.round((students * 62) / 1000);

/** What happens on an ordinary day of school. */
export const ordinaryDay = ({ students, classes }: Pick<Metered, 'students' | 'classes'>): Script => ({
  'sign in': 2 * teachers(students),
  'open a mark book page': 4 * teachers(students),
  'save a mark': 25 * teachers(students),
  'see how far a teacher is': teachers(students),
  'open a class register': 2 * classes,
  'save a class register': 2 * classes,
  'scan a card': 2 * students,
  'open the register of students': 30,
  'open a student': 60,
  'save a student': 20,
  'hand in a file': 5,
  'print a class’s attendance': 10,
  'print a report card': 5,
});

/** Ten days in which a mark and a comment of every subject, and every report's remarks, are written. */
const termEndDays = 10;
const subjectsOfStudent = 13;

/** An ordinary day, and a tenth of the term's reports. */
export const termEndDay = (of: Pick<Metered, 'students' | 'classes'>): Script => ({
  ...ordinaryDay(of),
  'open a mark sheet': 8 * teachers(of.students),
  'save an exam mark or comment': Math.round((of.students * subjectsOfStudent * 2) / termEndDays),
  'see how far a teacher is': 6 * teachers(of.students),
  'open a class of term reports': 3 * of.classes,
  'save remarks and grades': Math.round((of.students * 3) / termEndDays),
  'print a report card': 60,
  'print a class’s mark sheet': of.classes,
  'see the completeness board': 20,
});

/** Twice, as somebody always finds something. */
const posting: Script = {
  'update attendance on all reports': 2,
  'check and post all reports': 2,
  'print all report cards': 2,
  'see the completeness board': 10,
};

/** Days of school in the busiest month, of which ten are of the term's end. */
const schoolDays = 21;

/** Years whose records are in the table: what is older of attendance is in the archive. */
const years = 5;

/** Nine exports a month, each of the whole table, of which 90 days are kept; compressed to a sixth. */
const exports = { times: 9, kept: 26, share: 1 / 6 };

/** Files of a student: six scans of half a megabyte. */
const filesOfStudent = 3_000_000;

const gigabyte = 1024 ** 3;

export const scriptUse = (metered: Played, script: Script): Use =>
  sumOf(...Object.entries(script).map(([scene, times]) => [metered.scenes[scene as Scene] ?? {}, times] as const));

/** The busiest month of a school year: all that is used in it, standing costs and backups included. */
export function busiestMonth(metered: Played, standing: Use): Use {
  const table = (metered.tableBytes * years) / gigabyte;
  const of = { students: metered.students, classes: metered.classes };
  const use = sumOf(
    [scriptUse(metered, ordinaryDay(of)), schoolDays - termEndDays],
    [scriptUse(metered, termEndDay(of)), termEndDays],
    [scriptUse(metered, posting), 1],
    [standing, 1],
  );
  const exported = table / 2;
  return sumOf(
    [use, 1],
    [
      {
        ...{ 'DynamoDB storage': table, 'DynamoDB recovery': table, 'DynamoDB exports': exported * exports.times },
        'S3 storage': (metered.students * filesOfStudent) / gigabyte + exported * exports.share * exports.kept,
        'S3 writes and lists': exports.times * 50,
        // Three months of logs are kept, compressed to a seventh.
        'Logs kept': ((use['Logs written'] ?? 0) * 3) / 7,
        'Cognito users': teachers(metered.students) + 5,
        Mails: 20,
      },
      1,
    ],
  );
}

/** A month in which nobody works: what the stacks cost by being there, what is stored, and what is exported. */
export function emptyMonth(metered: Played, standing: Use): Use {
  const { 'Cognito users': _users, ...use } = busiestMonth({ ...metered, scenes: {} }, standing);
  return use;
}
