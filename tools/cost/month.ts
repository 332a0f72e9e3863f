import { type BytesByTable, type CopyPlan, deployedCopyPlan, useOfCopies } from './copies.ts';
import { sumUse, type Usage } from './prices.ts';
import type { MeteredSchool, Scene } from './scenes.ts';
import { sumTableSizes, type TableSize } from './table-size.ts';

/** Scenes that are not played are not used. */
type Played = Omit<MeteredSchool, 'scenes' | 'trail'> & {
  /** Percent of the calls that X-Ray traces; see the school file. Runs of jobs are too few to count. */
  tracing?: number;
  scenes: Partial<MeteredSchool['scenes']>;
  trail: Partial<MeteredSchool['trail']>;
};

/** Scenes that are an option's, by its name. */
const scenesOfOptions: Readonly<Record<string, readonly Scene[]>> = { 'scan-stations': ['scan a card'] };

/** What was metered, without the scenes of options that a school does not have. */
export function withOptions<M extends Played>(metered: M, options: readonly string[]): M {
  const gone = Object.entries(scenesOfOptions).flatMap(([name, scenes]) => (options.includes(name) ? [] : scenes));
  const left = <T extends object>(of: T) =>
    Object.fromEntries(Object.entries(of).filter(([scene]) => !gone.includes(scene as Scene)));
  return { ...metered, scenes: left(metered.scenes), trail: left(metered.trail) } as M;
}

type Script = Partial<Record<Scene, number>>;

/** 62 teachers of 1,000 students, who sign in twice; another school counts by its students. */
const teachers = (students: number): number => Math.round((students * 62) / 1000);

/** For so many students what happens so often in a school of 1,000. */
const inOffice = (times: number, students: number): number => Math.round((times * students) / 1000);

/** The acts of an ordinary day of school. */
export const ordinaryDayScript = ({ students, classes }: Pick<MeteredSchool, 'students' | 'classes'>): Script => ({
  'sign in': 2 * teachers(students),
  'open a mark book page': 4 * teachers(students),
  'save a mark': 25 * teachers(students),
  'see how far a teacher is': teachers(students),
  'open a class register': 2 * classes,
  'save a class register': 2 * classes,
  'scan a card': 2 * students,
  'open the register of students': inOffice(30, students),
  'open a student': inOffice(60, students),
  'save a student': inOffice(20, students),
  'hand in a file': inOffice(5, students),
  'print a class’s attendance': inOffice(10, students),
  'print a report card': inOffice(5, students),
});

/** Ten days in which a mark and a comment of every subject, and every report's remarks, are written. */
const termEndDays = 10;
const subjectsOfStudent = 13;

/** An ordinary day, and a tenth of the term's reports. */
export const termEndDayScript = (of: Pick<MeteredSchool, 'students' | 'classes'>): Script => ({
  ...ordinaryDayScript(of),
  'open a mark sheet': 8 * teachers(of.students),
  'save an exam mark or comment': Math.round((of.students * subjectsOfStudent * 2) / termEndDays),
  'see how far a teacher is': 6 * teachers(of.students),
  'open a class of term reports': 3 * of.classes,
  'save remarks and grades': Math.round((of.students * 3) / termEndDays),
  'print a report card': inOffice(60, of.students),
  'print a class’s mark sheet': of.classes,
  'see the completeness board': inOffice(20, of.students),
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

export interface KeptYears {
  all: number;
  attendance: number;
  trail: number;
}

/**
 * Years whose records are in the table; of attendance those that are in no archive yet (`archiveAfterYears`, and half a
 * year until somebody does it).
 */
const years: KeptYears = { all: 5, attendance: 3.5, trail: 5 };

/** Bytes of a student's files, six scans of half a megabyte, and of one of them. */
export const fileBytesPerStudent = 3_000_000;
const fileBytes = 500_000;

/**
 * Calls that wait for a function to start, and what the start costs, which AWS charges since August 2025: half a second
 * with its gigabyte. A school alone has few calls for each function; a cell of fifty has a tenth of these (ADR 0094).
 */
const cold = { share: 0.02, gigabyteSeconds: 0.6 };

/** S3 records who read and wrote each object, so many bytes of each request, for 90 days. */
const accessRecord = 600;

const gigabyte = 1024 ** 3;

/**
 * Acts that are counted for the district, and the bytes of the line that counts one: on one machine, where scenes are
 * metered, none is written.
 */
const countedScenes: readonly Scene[] = ['sign in', 'save a mark', 'save an exam mark or comment'];
const activityLine = { 'Logs written': 330 / gigabyte };

export const scriptUse = (metered: Pick<Played, 'scenes'>, script: Script): Usage =>
  sumUse(
    ...Object.entries(script).map(([scene, times]) => [metered.scenes[scene as Scene] ?? {}, times] as const),
    ...countedScenes.map((scene) => [activityLine, script[scene] ?? 0] as const),
  );

/** How often each script is played in a month. */
export interface ScriptDays {
  ordinary: number;
  termEnd: number;
  postings: number;
}

const busiest: ScriptDays = { ordinary: schoolDays - termEndDays, termEnd: termEndDays, postings: 1 };

/** 190 days of school, of which thirty are at the ends of three terms. */
export const schoolYear: ScriptDays = { ordinary: 160, termEnd: 30, postings: 3 };

/** Size of the table after `years`. */
export function storedTable(metered: Played, of: KeptYears = years): TableSize {
  const { students, classes, table, attendanceRecord } = metered;
  const trailOf = (script: Script) => trailOfScript(metered, script);
  const { ordinary, termEnd, postings } = schoolYear;
  return sumTableSizes(
    [table, of.all],
    [attendanceRecord, students * (ordinary + termEnd) * of.attendance],
    [trailOf(ordinaryDayScript({ students, classes })), ordinary * of.trail],
    [trailOf(termEndDayScript({ students, classes })), termEnd * of.trail],
    [trailOf(posting), postings * of.trail],
  );
}

const nothing: TableSize = { records: 0, indexes: 0 };

const trailOfScript = ({ trail }: Pick<Played, 'trail'>, script: Script): TableSize =>
  sumTableSizes(...Object.entries(script).map(([scene, times]) => [trail[scene as Scene] ?? nothing, times] as const));

/** Usage in a month of such days, with copies and storage, without standing costs. */
export function monthUse(
  metered: Played,
  { ordinary, termEnd, postings }: ScriptDays,
  { copies: plan = deployedCopyPlan, kept = years }: { copies?: CopyPlan; kept?: KeptYears } = {},
): Usage {
  const of = { students: metered.students, classes: metered.classes };
  const scripts: [Script, number][] = [
    [ordinaryDayScript(of), ordinary],
    [termEndDayScript(of), termEnd],
    [posting, postings],
  ];
  const worked = sumUse(...scripts.map(([script, times]) => [scriptUse(metered, script), times] as const));
  const stored = storedTable(metered, kept);
  const files = metered.students * fileBytesPerStudent;
  // A mean month has parts of days.
  const changedOnDays = scripts.flatMap(([script, times]) =>
    Array.from({ length: Math.round(times) }, () => changedBytes(metered, script)),
  );
  const fileCount = scripts.reduce((sum, [script, times]) => sum + (script['hand in a file'] ?? 0) * times, 0);
  const newFiles = { count: fileCount, bytes: fileCount * fileBytes };
  const use = sumUse([worked, 1], [useOfCopies({ records: stored.records, changedOnDays, newFiles, files }, plan), 1]);
  const requests = (use['S3 writes and lists'] ?? 0) + (use['S3 reads'] ?? 0);
  return sumUse(
    [use, 1],
    [
      {
        'Lambda time': (use['Lambda calls'] ?? 0) * cold.share * cold.gigabyteSeconds,
        'DynamoDB storage': (stored.records + stored.indexes) / gigabyte,
        'S3 storage': (files + requests * accessRecord * 3) / gigabyte,
        // Three months of logs are kept, compressed to a seventh.
        'Logs kept': ((use['Logs written'] ?? 0) * 3) / 7,
        'Cognito users': teachers(metered.students) + 5,
        Mails: 20,
      },
      1,
    ],
  );
}

/**
 * A save writes each record twice over, as a transaction costs, and some again in an index: so both together are above
 * what they are. The trail's rows are weighed.
 */
function changedBytes(metered: Played, script: Script): BytesByTable {
  const all = ((scriptUse(metered, script)['DynamoDB writes'] ?? 0) / 2) * 1024;
  const trail = trailOfScript(metered, script).records;
  return { records: Math.max(all - trail, 0), trail };
}

/** The busiest month of a school year: all that is used in it, standing costs, backups and the vault included. */
export const busiestMonth = (metered: Played, standing: Usage): Usage =>
  traced(sumUse([monthUse(metered, busiest), 1], [standing, 1]), metered);

const traced = (use: Usage, { tracing = 0 }: Played): Usage => ({
  ...use,
  Traces: ((use['API Gateway calls'] ?? 0) * tracing) / 100,
});

/** Schools of a ministry in one account. */
export const ministrySchools = 100;

/**
 * What a school of a ministry costs in the mean of a year's months: its own, and its part of what the account has once.
 * Teachers sign in in ten of twelve.
 */
export function ministryMonth(metered: Played, standing: Usage, account: Usage): Usage {
  const { ordinary, termEnd, postings } = schoolYear;
  const use = monthUse(metered, { ordinary: ordinary / 12, termEnd: termEnd / 12, postings: postings / 12 });
  const users = ((use['Cognito users'] ?? 0) * 10) / 12;
  return traced(
    sumUse([{ ...use, 'Cognito users': users }, 1], [standing, 1], [account, 1 / ministrySchools]),
    metered,
  );
}

/** A month in which nobody works: what the stacks cost by being there, what is stored, and what is copied. */
export function emptyMonth(metered: Played, standing: Usage): Usage {
  const { 'Cognito users': _users, ...use } = monthUse(
    { ...metered, scenes: {} },
    { ordinary: 0, termEnd: 0, postings: 0 },
  );
  return sumUse([use, 1], [standing, 1]);
}
