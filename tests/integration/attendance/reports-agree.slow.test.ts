import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { countReports, readTermToCount } from '#functions/attendance/office/count-term.ts';
import { readClassAttendance } from '#functions/attendance/reports/read-class-attendance.ts';
import { readLateList } from '#functions/attendance/reports/read-late-list.ts';
import { readStudentAttendance } from '#functions/attendance/reports/read-student-attendance.ts';
import { computeAttendanceSummary } from '#functions/attendance/reports/summary.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../support/school/small-school.ts';
import { saveTableForRestore } from '../../support/school/table-content.ts';
import { studentInClass, writeDecisions } from './attendance-days.ts';

/*
 * A week of 1A and 1B, in which students come, move, leave, and have absence notices. Entry dates and dates of leaving
 * are typed afterwards, so there are records from outside of a stay. Every report is held against one count, which is
 * written here.
 */
const days = ['2025-09-01', '2025-09-02', '2025-09-03', '2025-09-04', '2025-09-05'];
const week = { from: '2025-09-01', to: '2025-09-05' };
const evening = new Date('2025-09-05T20:00:00Z');
const homes = { '1A': studentIdsOfClasses['1A'], '1B': studentIdsOfClasses['1B'] };
type Home = keyof typeof homes;
const students = Object.entries(homes).flatMap(([home, ids]) => ids.map((id) => ({ id, home: home as Home })));

/** What is said of a student's day. */
const said = {
  nothing: undefined,
  present: { am: 'P', pm: 'P' },
  late: { am: 'P', pm: 'P', late: true },
  away: { am: 'A', pm: 'A' },
  'gone at noon': { am: 'P', pm: 'A' },
  'morning only': { am: 'P' },
  'absence notice': { reason: 'Dentist', excused: true },
} as const;
type Said = { am?: 'P' | 'A'; pm?: 'P' | 'A'; late?: boolean; reason?: string; excused?: boolean };

interface Story {
  /** Days of the week, from 0: the first at the school, the last one, and the first in the other class. */
  came: number | null;
  left: number | null;
  moved: number | null;
  week: (keyof typeof said)[];
}
const story: fc.Arbitrary<Story> = fc.record({
  came: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
  left: fc.option(fc.integer({ min: 2, max: 4 }), { freq: 1 }),
  moved: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
  week: fc.array(fc.constantFrom(...(Object.keys(said) as (keyof typeof said)[])), { minLength: 5, maxLength: 5 }),
});

const school = schoolForTests();
const admin = school.as('A1');
let putBack: Awaited<ReturnType<typeof saveTableForRestore>>;

beforeAll(async () => {
  for (const [classId, ids] of Object.entries(homes)) {
    await putRecords(
      TermReportEntity,
      ids.map((studentId) => ({ studentId, year, term, classId, formLevel: 1 })),
    );
    await executeActionOfTest(ClassTermRegistrationEntity.put({ year, term, classId, studentIds: [...ids] }));
  }
  putBack = await saveTableForRestore();
});

const other = (home: Home): Home => (home === '1A' ? '1B' : '1A');
const classThen = (home: Home, { moved }: Story, day: number) => (moved !== null && moved <= day ? other(home) : home);

async function happen(stories: readonly Story[]): Promise<void> {
  for (const [index, date] of days.entries()) {
    const classIn = new Map<string, string>(
      students.map(({ id, home }, place) => [id, classThen(home, stories[place] as Story, index)]),
    );
    const decisions = students.flatMap(({ id }, place): [string, Said][] => {
      const decided: Said | undefined = said[stories[place]?.week[index] ?? 'nothing'];
      return decided ? [[id, decided]] : [];
    });
    if (decisions.length > 0)
      await writeDecisions(date, Object.fromEntries(decisions), (id) => studentInClass(id, classIn.get(id)));
  }
  for (const [place, { id, home }] of students.entries()) {
    const { came, left, moved } = stories[place] as Story;
    if (moved !== null) {
      const answer = await admin.call(termReportsContract.changeClass, { student_id: id, class_id: other(home) });
      expect(answer.status).toBe(200);
    }
    const classId = moved === null ? home : other(home);
    await changeRecordOfTest(
      StudentEntity,
      { studentId: id },
      {
        // As if the office had made the change on that day.
        ...(moved === null ? {} : { earlierClasses: [`${home} ${days[moved - 1]}`] }),
        classId,
        formLevel: 1,
        status: left === null ? ('current' as const) : ('archived' as const),
        ...(came === null ? {} : { entryDate: days[came] as string }),
        ...(left === null ? {} : { date_of_leaving: days[left] as string }),
      },
    );
  }
}

/**
 * The count by hand: [possible, attended, absent, excused, times late] of each student in each class, such as `1A S01`.
 */
function countByHand(stories: readonly Story[]): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  const sayingOf = (place: number, day: number): Said => said[stories[place]?.week[day] ?? 'nothing'] ?? {};
  const wasTaken = (classId: string, day: number, half: 'am' | 'pm') =>
    students.some(
      ({ home }, place) =>
        classThen(home, stories[place] as Story, day) === classId && sayingOf(place, day)[half] !== undefined,
    );
  for (const [place, { id, home }] of students.entries()) {
    const one = stories[place] as Story;
    for (let day = one.came ?? 0; day <= (one.left ?? 4); day += 1) {
      const saying = sayingOf(place, day);
      const itsClass = classThen(home, one, day);
      const sum = sums.get(`${itsClass} ${id}`) ?? [0, 0, 0, 0, 0];
      sums.set(`${itsClass} ${id}`, sum);
      const add = (at: number) => {
        sum[at] = (sum[at] ?? 0) + 1;
      };
      if (saying.late) add(4);
      for (const half of ['am', 'pm'] as const) {
        add(0);
        if (saying[half] === 'P') add(1);
        else if (saying[half] === 'A' || wasTaken(itsClass, day, half)) {
          add(2);
          if (saying.excused) add(3);
        }
      }
    }
  }
  return sums;
}

const sumOf = (all: readonly number[][]) =>
  [0, 1, 2, 3, 4].map((at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0));

it('has the same figures in every report, with students who come, move, leave or have absence notices', async () => {
  const figuresOf = (one: { possible: number; attended: number; absent: number; excused: number; late: number }) => [
    ...[one.possible, one.attended, one.absent, one.excused, one.late],
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: students.length, maxLength: students.length }), async (stories) => {
      await putBack();
      await happen(stories);
      const byClass = countByHand(stories);
      const inClass = (classId: string) =>
        [...byClass].flatMap(([key, figures]) => (key.startsWith(classId) ? [figures] : []));
      const byHand = new Map<string, number[]>(
        students.map(({ id }) => [id, sumOf([...byClass].flatMap(([key, one]) => (key.endsWith(id) ? [one] : [])))]),
      );
      const hand = (id: string, at: number) => byHand.get(id)?.[at] ?? 0;
      const ids = [...byHand.keys()];

      const ofClasses = await Promise.all(['1A', '1B'].map((id) => readClassAttendance(id, week, evening)));
      const inClasses = ofClasses.flatMap((one) =>
        one.students.map(({ id, figures }) => [`${one.classId} ${id}`, figuresOf(figures)]),
      );
      expect(Object.fromEntries(inClasses), 'Class').toEqual(Object.fromEntries(byClass));

      const ofStudents = await Promise.all(
        ids.map(async (id) => {
          const { terms } = await readStudentAttendance(id, week, { caller: { role: 'Admin' }, now: evening });
          return [id, terms.map(({ figures }) => figuresOf(figures))];
        }),
      );
      expect(Object.fromEntries(ofStudents), 'Student').toEqual(
        Object.fromEntries([...byHand].map(([id, figures]) => [id, figures[0] === 0 ? [] : [figures]])),
      );

      const updated = await countReports(await readTermToCount(evening), ids);
      expect(
        Object.fromEntries(updated.map(({ student, ...one }) => [student.studentId, [one.absent, one.late]])),
        'Update Term Reports',
      ).toEqual(Object.fromEntries(ids.map((id) => [id, [hand(id, 2), hand(id, 4)]])));

      const { rows } = await readLateList(week, evening);
      expect(
        Object.fromEntries(ids.map((id) => [id, rows.filter(({ studentId }) => studentId === id).length])),
        'Late List',
      ).toEqual(Object.fromEntries(ids.map((id) => [id, hand(id, 4)])));

      const { forms } = await computeAttendanceSummary(week, evening);
      const summed = forms.flatMap((form) => form.classes).filter(({ classId }) => classId in homes);
      const sumByHand = (classId: string) => {
        const sum = sumOf(inClass(classId));
        return [0, 1, 3, 4].map((at) => sum[at]);
      };
      expect(
        summed.map(({ classId, total, attended, excused, late }) => [classId, total, attended, excused, late]),
        'Summary',
      ).toEqual(['1A', '1B'].map((classId) => [classId, ...sumByHand(classId)]));
    }),
    { numRuns: 12 },
  );
}, 120_000);
