import { randomUUID } from 'node:crypto';
import { executeAction } from '#functions/platform/table/action.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { demoPassword } from '../../local/demo-school/demo-credentials.ts';
import { startSchool } from '../../local/school.ts';
import { clientOfStation } from '../../tests/support/callers/callers.ts';
import { TestClient } from '../../tests/support/callers/client.ts';
import { makePdfWithObject } from '../../tests/support/files/hostile-pdfs.ts';
import { Meter } from './meter.ts';
import { sumUse, type Usage } from './prices.ts';
import { measureTable, sumTableSizes, type TableSize } from './table-size.ts';

const year = 2025;
const term = 3 as const;
/** The last weeks of that year: a term full of marks, reports and days. */
const today = new Date('2026-07-01T12:00:00Z');

const gigabyte = 1024 ** 3;

/**
 * What a page loads that has nothing of the site yet, bytes and files: the largest of `npm run bench -- sign-in-size`,
 * and fonts. Browsers keep hashed files for a year; one sign-in in four is counted as that of a browser that has none,
 * which is much.
 */
const site = { bytes: 250_000, files: 25, isNew: 1 / 4 };

export interface MeteredSchool {
  /** One use of each scene. */
  scenes: Record<Scene, Usage>;
  /** Bytes that each adds to the trail. */
  trail: Record<Scene, TableSize>;
  students: number;
  classes: number;
  /** All records of a year but those of attendance and the trail. */
  table: TableSize;
  /** Bytes of one student's day. */
  attendanceRecord: TableSize;
}

export type Scene =
  | 'sign in'
  | 'open a mark book page'
  | 'save a mark'
  | 'open a mark sheet'
  | 'save an exam mark or comment'
  | 'see how far a teacher is'
  | 'open a class of term reports'
  | 'save remarks and grades'
  | 'open a class register'
  | 'save a class register'
  | 'scan a card'
  | 'open the register of students'
  | 'open a student'
  | 'save a student'
  | 'hand in a file'
  | 'print a report card'
  | 'print a class’s mark sheet'
  | 'print a class’s attendance'
  | 'see the completeness board'
  | 'update attendance on all reports'
  | 'check and post all reports'
  | 'print all report cards';

/** Plays each scene once in the demo school, by the calls that its screens make, and meters it. */
export async function meterScenes(): Promise<MeteredSchool> {
  process.env.LOG_LEVEL = 'warn';
  const meter = new Meter();
  const school = await startSchool({
    dataFolder: ':memory:',
    port: 0,
    site: 'none',
    isDemo: true,
    today,
    loadFunction: meter.loadFunction,
  });
  try {
    const people = await signedIn(school.url, meter);
    const facts = await factsOf(people);
    const scenes = {} as MeteredSchool['scenes'];
    const trail = {} as MeteredSchool['trail'];
    const sizes = await measureTable();
    for (const [name, play] of Object.entries(script(people, facts, school.url))) {
      const metered = await meter.of(play);
      scenes[name as Scene] = metered.use;
      trail[name as Scene] = metered.trail;
      process.stderr.write('.');
    }
    process.stderr.write('\n');
    const visit = { 'CloudFront requests': site.files, 'CloudFront functions': site.files, 'S3 reads': site.files };
    const page = { 'CloudFront requests': 1, 'CloudFront functions': 2 };
    scenes['sign in'] = sumUse(
      [scenes['sign in'], 1],
      [{ ...visit, 'CloudFront traffic': site.bytes / gigabyte }, site.isNew],
      [page, 1],
    );
    for (const [name, times] of playedOften) {
      scenes[name] = sumUse([scenes[name], 1 / times]);
      trail[name] = sumTableSizes([trail[name], 1 / times]);
    }
    scenes['hand in a file'] = sumUse(
      [scenes['hand in a file'], 1],
      // The browser's own two requests to S3, by CloudFront.
      [{ 'CloudFront requests': 2, 'CloudFront functions': 2, 'S3 writes and lists': 1, 'S3 reads': 1 }, 1],
      [{ 'CloudFront to origins': file.length / gigabyte, 'CloudFront traffic': file.length / gigabyte }, 1],
    );
    return { scenes, trail, students: facts.students.length, classes: facts.classes, ...sizes };
  } finally {
    await school.stop();
  }
}

interface People {
  office: TestClient;
  teacher: TestClient;
  teacherId: string;
  gate: TestClient;
}

async function signedIn(url: string, meter: Meter): Promise<People> {
  const office = meter.watch(await new TestClient(url).signIn('admin', demoPassword));
  const teacher = meter.watch(await new TestClient(url).signIn('formteacher', demoPassword));
  const { body } = await teacher.call(authContract.readEmployeeByUserName, {});
  const { body: station } = await office.call(scanStationsContract.addAttendanceStation, { name: 'Gate' });
  const gate = meter.watch(clientOfStation(url, station.key));
  await gate.call(scanStationsContract.readStationStart, {});
  return { office, teacher, teacherId: body.id, gate };
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf({ teacher, teacherId }: People) {
  const { readCurrentStudents } = await import('#functions/students/records/rosters/read-rosters.ts');
  const { DaySettingEntity } = await import('#functions/attendance/records/day-setting.ts');
  const { halfYearOf } = await import('#functions/attendance/records/attendance-record.ts');
  const { PeriodEntity } = await import('#functions/school/records/periods.ts');
  const { schoolDay } = await import('#functions/school/records/school.ts');
  const { body: lessons } = await teacher.call(peopleContract.listTeacherLessons, {
    employee_id: teacherId,
    year: String(year),
  });
  const lesson = lessons.find(({ class_id }) => class_id !== null);
  const { body: posts } = await teacher.call(termReportsContract.listClassesWithReports, {});
  const formClass = posts.find(({ as }) => as === 'form teacher');
  if (!lesson || !formClass) throw new Error('The demo’s form teacher has no lesson or no class.');
  const register = await readCurrentStudents();
  const of = (classId: string | null) =>
    register.filter((student) => student.classId === classId).map(({ studentId }) => studentId);
  // A card is scanned now, whatever day that is: it is made a day of school.
  const date = schoolDay(new Date());
  await Promise.all([
    executeAction(PeriodEntity.put({ year: year + 5, term: 1, dateStart: date, dateEnd: date })),
    executeAction(DaySettingEntity.put({ version: 1, date, half: halfYearOf(date), sessions: ['am', 'pm'] })),
  ]);
  return {
    lesson,
    date,
    classId: formClass.id,
    ofClass: of(formClass.id),
    ofLesson: of(lesson.class_id),
    students: register.map(({ studentId }) => studentId),
    classes: new Set(register.map(({ classId }) => classId)).size,
  };
}

/**
 * Marks of a column, or remarks of a class, in half a minute: the first one makes what is kept of the class stale (ADR
 * 0040).
 */
const typedAtOnce = 10;
/** At the end of a term every other board finds what is kept stale. */
const boards = 2;
const playedOften = [
  ['save a mark', typedAtOnce],
  ['save remarks and grades', typedAtOnce],
  ['see the completeness board', boards],
] as const;

type Play = () => Promise<unknown>;

function script({ office, teacher, teacherId, gate }: People, facts: Facts, url: string): Record<Scene, Play> {
  const { lesson, classId, ofClass, ofLesson, date } = facts;
  const term$ = String(term) as '3';
  const ofTerm = { year: String(year), term: term$ };
  const [pupil = '', another = ''] = ofLesson;
  const [own = ''] = ofClass;
  const page = { employee_id: teacherId, subject_id: lesson.subject_id, academic_year_id: lesson.academic_year_id };
  const sheet = { employee_id: teacherId, subject_id: lesson.subject_id, form_level: String(lesson.form_level) };
  const ofLessonClass = { class_id: lesson.class_id ?? '' };
  return {
    'sign in': async () => {
      await teacher.call(authContract.setCsrfCookie, {});
      await teacher.call(authContract.login, { name: 'formteacher', password: demoPassword });
      await Promise.all([
        teacher.call(authContract.readEmployeeByUserName, {}),
        teacher.call(termsContract.readTermOverview, {}),
        teacher.call(peopleContract.listTeacherLessons, { employee_id: teacherId, year: String(year) }),
        teacher.call(subjectsContract.listSubjects, {}),
      ]);
    },
    'open a mark book page': () =>
      teacher.call(markBookContract.readMarkBook, {
        ...page,
        form_classes: lesson.class_id ?? '',
        form_level: sheet.form_level as '1',
        term: term$,
      }),
    'save a mark': async () => {
      for (const student_id of ofLesson.slice(0, typedAtOnce))
        await teacher.call(markBookContract.saveMark, { ...page, term, student_id, assesment_number: 1, mark: 7 });
    },
    'open a mark sheet': () =>
      teacher.call(markSheetContract.readMarkSheetOfLesson, {
        ...sheet,
        form_level: sheet.form_level as '1',
        ...ofLessonClass,
        ...ofTerm,
      }),
    'save an exam mark or comment': () =>
      teacher.call(markSheetContract.saveSubjectRecord, {
        student_id: another,
        subject_id: lesson.subject_id,
        year,
        term,
        ...ofLessonClass,
        exam_mark: 11,
      }),
    'see how far a teacher is': () =>
      teacher.call(markSheetContract.readLessonProgress, { employee_id: teacherId, ...ofTerm }),
    'open a class of term reports': () =>
      teacher.call(termReportsContract.readClassTermReports, { class_id: classId, ...ofTerm }),
    'save remarks and grades': async () => {
      const comments = 'A term of steady work, and better each week.';
      for (const student_id of ofClass.slice(0, typedAtOnce))
        await teacher.call(termReportsContract.saveTermReport, { student_id, year, term, class_id: classId, comments });
    },
    'open a class register': () => office.call(attendanceContract.readAttendanceRegister, { class_id: classId, date }),
    'save a class register': () =>
      office.call(attendanceContract.saveAttendanceRegister, {
        class_id: classId,
        date,
        students: ofClass.map((student_id) => ({ student_id, am: 'P' as const })),
      }),
    'scan a card': () => {
      const sent_at = new Date().toISOString();
      return gate.call(scanStationsContract.receiveStationScans, {
        sent_at,
        scans: [{ student_id: pupil, at: sent_at }],
      });
    },
    'open the register of students': () =>
      office.call(studentRegisterContract.listAllStudents, {
        columns: 'id,first_name,last_name,class_id,date_of_birth',
      }),
    'open a student': () =>
      Promise.all([
        office.call(studentRegisterContract.readStudentRecord, { id: pupil }),
        office.call(studentRegisterContract.readStudentOverview, { student_id: pupil }),
      ]),
    'save a student': () => office.call(studentRegisterContract.saveStudent, { id: pupil, phone_cell: '868-555-0100' }),
    'hand in a file': async () => {
      const { body } = await office.call(studentFilesContract.requestFileUpload, {
        student_id: pupil,
        kind: 'file_immunization_card',
        type: 'application/pdf',
        bytes: file.length,
        was: null,
      });
      const form = new FormData();
      for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'card.pdf');
      await fetch(new URL(body.url, url), { method: 'POST', body: form });
      await office.call(studentFilesContract.confirmFileUpload, { ticket: body.ticket });
      await office.call(studentFilesContract.openStudentFile, { student_id: pupil, kind: 'file_immunization_card' });
    },
    'print a report card': () => office.call(termReportsContract.printReportCard, { studentId: own, ...ofTerm }),
    'print a class’s mark sheet': () => office.call(termReportsContract.printMarkSheet, { classId, ...ofTerm }),
    'print a class’s attendance': () =>
      office.call(attendanceContract.printClassAttendance, { classId, dates: ['2026-04-20', '2026-06-30'] }),
    'see the completeness board': async () => {
      for (let board = 0; board < boards; board += 1) await office.call(termReportsContract.readCompleteness, ofTerm);
    },
    'update attendance on all reports': () =>
      toTheEnd((key) => office.call(attendanceContract.updateTermReports, { class_id: null, with_typed: true }, key)),
    'check and post all reports': async () => {
      const { body } = await office.call(termReportsContract.checkPosting, ofTerm);
      const confirm = body.students.filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length;
      const posting = { year, term, title: 'Term 3', posted: 1 as const, date_posted: null };
      await toTheEnd((key) =>
        office.call(termReportsContract.postTermReports, { ...posting, ...(confirm > 0 ? { confirm } : {}) }, key),
      );
    },
    'print all report cards': () =>
      toTheEnd((key) => office.call(termReportsContract.startPrintingReportCards, { year, term }, key)),
  };
}

/** A scanned page: a whole PDF with a picture of 300 KB, which no reader has to unpack. */
const file = makePdfWithObject('/Type/XObject/Subtype/Image', Buffer.alloc(300_000, 7));

/** Asks as a page does, every second, until the job is over. */
async function toTheEnd(ask: (key: Record<string, string>) => Promise<{ body: { state: string } }>): Promise<void> {
  const key = { 'Idempotency-Key': randomUUID() };
  for (;;) {
    const { body } = await ask(key);
    if (body.state === 'failed') throw new Error('The job failed.');
    if (body.state === 'finished') return;
    await new Promise((next) => setTimeout(next, 1000));
  }
}
