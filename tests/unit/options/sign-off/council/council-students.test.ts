import { describe, expect, it } from 'vitest';
import type { SubjectRecordItem } from '#functions/marks/records/subject-record.ts';
import type { TermReportItem } from '#functions/marks/records/term-report.ts';
import { buildCouncilStudents, type CouncilFacts } from '#functions/options/sign-off/council/council-students.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import { defaultPromotionRules } from '#shared/school/promotion-proposal.ts';

const report = (studentId: string, change: Partial<TermReportItem> = {}): TermReportItem => ({
  studentId,
  year: 2025,
  term: 3,
  classId: '3A',
  formLevel: 3,
  subjectIds: ['MATH', 'ENGL'],
  ...change,
});
/** Course marks of the mark book out of 30, and an exam mark out of 70: the total is their sum. */
const record = (studentId: string, subjectId: string, work: number | null, exam: number | null, term: 2 | 3 = 3) =>
  ({
    studentId,
    year: 2025,
    term,
    subjectId,
    classId: '3A',
    formLevel: 3,
    employeeId: 'T1',
    ...(work === null ? {} : { workSum: work, workOutOf: term === 2 ? 100 : 30 }),
    ...(exam === null ? {} : { exam, examOutOf: 70 }),
  }) as SubjectRecordItem;

const facts = (change: Partial<CouncilFacts> = {}): CouncilFacts => ({
  school: {
    markingScheme: [...defaultSchemeRules],
    promotion: defaultPromotionRules,
    formClasses: [
      { id: '3A', form_level: 3, next_class_id: '4A' },
      { id: '4A', form_level: 4, next_class_id: null },
    ] as never,
  },
  classId: '3A',
  formLevel: 3,
  term: 3,
  students: [
    { studentId: 'S3', firstName: 'Zoe', lastName: 'Williams' },
    { studentId: 'S2', firstName: 'Andrea', lastName: 'Joseph' },
    { studentId: 'S1', firstName: 'Andrea', lastName: 'Joseph' },
    { studentId: 'S4', firstName: 'Leo', lastName: 'Lall', left: '2026-05-08' },
  ],
  now: {
    reports: [
      report('S1', { timesAbsent: 4, authority: 'A', formTeacherComments: 'Good.' }),
      report('S2', { timesAbsent: 80 }),
      report('S4'),
    ],
    records: [
      record('S1', 'MATH', 24, 56),
      record('S1', 'ENGL', 15, 35),
      record('S2', 'MATH', 6, 14),
      record('S2', 'ENGL', 9, 21),
      record('S4', 'MATH', 30, 70),
      record('S4', 'ENGL', 30, 70),
    ],
  },
  before: {
    reports: [report('S1', { term: 2, classId: '3B', timesAbsent: 2, timesLate: 1 })],
    records: [record('S1', 'MATH', 70, null, 2)],
  },
  titles: new Map([
    ['MATH', { title: 'Mathematics' }],
    ['ENGL', { title: 'English' }],
  ]),
  decisions: new Map([['S2', { to: '3A', fromClass: '3A', by: 'Dana Dean', at: '2026-06-12T15:00:00.000Z' }]]),
  notes: new Map([['S1', 'Invite the parents.']]),
  proposedOf: new Map([
    ['S1', { classId: '3A' }],
    ['S2', { classId: '3A' }],
    ['S3', { classId: '3A', repeater: 'Yes' }],
    ['S4', { classId: '3A' }],
  ]),
  sessions: 100,
  ...change,
});

const byId = (change: Partial<CouncilFacts> = {}) =>
  new Map(buildCouncilStudents(facts(change)).map((student) => [student.student_id, student]));

describe('the students of a class council', () => {
  it('are listed by name, and two of one name by their ids', () => {
    expect(buildCouncilStudents(facts()).map(({ student_id, name }) => [student_id, name])).toEqual([
      ['S1', 'Joseph, Andrea'],
      ['S2', 'Joseph, Andrea'],
      ['S4', 'Lall, Leo'],
      ['S3', 'Williams, Zoe'],
    ]);
  });

  it('have their marks of this term beside those of the term before, also from another class', () => {
    const student = byId().get('S1');
    expect(student).toMatchObject({
      average: '65.0',
      entered: 2,
      of: 2,
      rank: 1,
      times_absent: 4,
      auth: 'A',
      comments: 'Good.',
      dcomments: null,
      note: 'Invite the parents.',
      before: { class_id: '3B', average: '70.0', times_absent: 2, times_late: 1, auth: null },
    });
    expect(
      student?.subjects.map(({ title, course, exam, total, before }) => [title, course, exam, total, before]),
    ).toEqual([
      ['English', 15, 35, 50, null],
      ['Mathematics', 24, 56, 80, 70],
    ]);
  });

  it('are not ranked once they left in the term, and nothing is proposed of them', () => {
    expect(byId().get('S4')).toMatchObject({ left: '2026-05-08', average: '100', rank: null, proposal: null });
    expect(byId().get('S2')).toMatchObject({ rank: 2 });
  });

  it('have no figures without a report', () => {
    expect(byId().get('S3')).toMatchObject({
      registered: false,
      average: null,
      rank: null,
      before: null,
      subjects: [],
      times_absent: null,
    });
  });

  it('have what the promotion plan proposes, and what is decided, by whom and when', () => {
    const students = byId();
    expect(students.get('S1')?.proposal).toEqual({ to: '4A', reasons: [] });
    expect(students.get('S2')).toMatchObject({
      proposal: { to: '3A', reasons: ['Average 25.0, below 40', 'Attendance 20 %, below 50 %'] },
      decision: '3A',
      decided: { from_class: '3A', by: 'Dana Dean', at: '2026-06-12T15:00:00.000Z' },
    });
    expect(students.get('S3')?.proposal).toEqual({ to: '3A', reasons: ['Marked as a repeater'] });
  });

  it('have neither for somebody who does not decide', () => {
    const students = byId({ decisions: null, proposedOf: new Map() });
    expect([...students.values()].map(({ decision, decided, proposal }) => [decision, decided, proposal])).toEqual(
      Array(4).fill([null, null, null]),
    );
  });

  it('are none in an empty class', () => {
    expect(buildCouncilStudents(facts({ students: [] }))).toEqual([]);
  });
});
