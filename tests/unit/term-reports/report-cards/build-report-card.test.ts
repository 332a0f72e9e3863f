import { describe, expect, it } from 'vitest';
import { buildReportCard } from '#functions/term-reports/report-cards/build-report-card.ts';
import { demoSchool, makeCardFacts, makeSubjectRecord, makeTermReport } from './term-facts.ts';

const student = { studentId: 'S1', firstName: 'Zoë', lastName: 'Ó Briain' };
const build = (input: Partial<Parameters<typeof buildReportCard>[0]> = {}) =>
  buildReportCard({ facts: makeCardFacts(), student, report: makeTermReport(), records: [], ...input });

describe('a report card', () => {
  it('of a student of whom next to nothing is known says so by null, everywhere', () => {
    const { attendance, conduct, ...card } = build();
    for (const group of [attendance, conduct]) expect(new Set(Object.values(group))).toEqual(new Set([null]));
    expect(attendance).toMatchObject({ possible: null, timesAbsent: null, timesLate: null });
    expect(conduct).toMatchObject({ authority: null, responsibility: null, cooperation: null });
    expect(card).toEqual({
      student: { id: 'S1', name: 'Ó Briain, Zoë', classId: '1A', formLevel: 1, dateOfBirth: null, house: null },
      period: { year: 2025, term: 1, termTitle: 'Term 1', termStart: null, termEnd: null, newTermBeginning: null },
      maxima: { course: 30, exam: 70 },
      subjects: [],
      average: { text: null, entered: 0, of: 0 },
      coCurricular: [],
      music: null,
      remarks: { formTeacher: null, dean: null },
      signatories: { formTeacher: null, dean: null, principal: 'Dr. Maureen O’Brien-Castillo' },
    });
  });

  it('takes class and level from the report of that term', () => {
    const card = build({ report: makeTermReport({ classId: '6U1', formLevel: 7, term: 2 }) });
    expect(card.student).toMatchObject({ classId: '6U1', formLevel: 7 });
    expect(card.maxima).toEqual({ course: null, exam: 100 });
    expect(card.period).toMatchObject({ term: 2, termTitle: 'Term 2' });
  });

  it('names the student with the middle name, and the house', () => {
    const full = { ...student, middleName: 'Dārius', houseCode: 'Y', dateOfBirth: '2013-02-28' };
    expect(build({ student: full }).student).toMatchObject({
      name: 'Ó Briain, Zoë Dārius',
      house: 'Yellow',
      dateOfBirth: '2013-02-28',
    });
    expect(build({ student: { ...student, houseCode: 'X' } }).student.house).toBeNull();
  });

  it('has the subjects by title with marks as text, and the average of the totals', () => {
    const card = build({
      report: makeTermReport({ subjectIds: ['MATH', 'ENGL', 'LATIN'] }),
      records: [
        makeSubjectRecord({ workSum: 5, workOutOf: 8, exam: 45.5, examOutOf: 70, timesLate: 0, application: 'A' }),
        makeSubjectRecord({ subjectId: 'ENGL', workSum: 8, workOutOf: 8, exam: 34, examOutOf: 70, comment: 'Good.' }),
      ],
    });
    const nothing = {
      timesLate: null,
      timesAbsent: null,
      application: null,
      conduct: null,
      comment: null,
      teacher: null,
    };
    expect(card.subjects).toEqual([
      {
        ...nothing,
        id: 'ENGL',
        title: 'English Language',
        course: '30.0',
        exam: '34',
        total: '64.0',
        comment: 'Good.',
      },
      { ...nothing, id: 'LATIN', title: 'LATIN', course: null, exam: null, total: null },
      {
        ...nothing,
        id: 'MATH',
        title: 'Mathematics',
        course: '18.8',
        exam: '45.5',
        total: '64.3',
        timesLate: 0,
        application: 'A',
      },
    ]);
    // 18.75 is printed 18.8; (64.0 + 64.3) ÷ 2 = 64.15.
    expect(card.average).toEqual({ text: '64.2', entered: 2, of: 3 });
    expect(card).not.toHaveProperty('weights');
  });

  it('says what an exam mark is out of where that is not the maximum of the column', () => {
    const [rule] = demoSchool.markingScheme;
    if (!rule) throw new Error('the school has no scheme');
    const of100 = { course: { max: 100, weight: 30 }, exam: { max: 100, weight: 70 } };
    const school = { ...demoSchool, markingScheme: [{ ...rule, levels: [1], terms: [1 as const], ...of100 }] };
    const records = [
      makeSubjectRecord({ workSum: 61, workOutOf: 110, exam: 42, examOutOf: 70 }),
      makeSubjectRecord({ subjectId: 'ENGL', workSum: 1, workOutOf: 2, exam: 'Abs', examOutOf: 70 }),
    ];
    const card = build({ facts: makeCardFacts({ school }), records });
    expect(card).toMatchObject({ maxima: { course: 100, exam: 100 }, weights: { course: 30, exam: 70 } });
    // 30 % of 55.5 are 16.65, and 70 % of 60 % are 42: 58.65.
    expect(card.subjects.map(({ course, exam, total }) => [course, exam, total])).toEqual([
      ['50.0', 'Abs', '50.0'],
      ['55.5', '42 of\u00a070', '58.7'],
    ]);
  });

  it('takes dates and attendance from the period, and from the class where it differs', () => {
    const period = {
      year: 2025,
      term: 1 as const,
      dateStart: '2025-09-01',
      dateEnd: '2025-12-12',
      newTermBeginning: '2026-01-05',
      possibleAttendance: 120,
    };
    const facts = makeCardFacts({ period });
    expect(build({ facts })).toMatchObject({
      period: { termStart: '2025-09-01', termEnd: '2025-12-12', newTermBeginning: '2026-01-05' },
      attendance: { possible: 120, timesAbsent: null, timesLate: null },
    });
    const report = makeTermReport({ timesAbsent: 0, timesLate: 3 });
    const classes = { [report.classId]: { possibleAttendance: 0, newTermBeginning: '2026-01-12' } };
    expect(build({ facts: makeCardFacts({ period: { ...period, classes } }), report })).toMatchObject({
      period: { newTermBeginning: '2026-01-12' },
      attendance: { possible: 0, timesAbsent: 0, timesLate: 3 },
    });
  });

  it('names of several teachers the one who entered, else all', () => {
    const [mona, eric] = [
      { employeeId: 'T1', name: 'Mona Núñez' },
      { employeeId: 'T2', name: 'Eric Ali' },
    ];
    const facts = makeCardFacts({ teachers: new Map([['MATH', [mona, eric]]]) });
    const teacherOf = (employeeId?: string) =>
      build({ facts, records: [makeSubjectRecord(employeeId === undefined ? {} : { employeeId })] }).subjects[0]
        ?.teacher;
    expect(teacherOf('T2')).toBe('Eric Ali');
    expect(teacherOf()).toBe('Mona Núñez, Eric Ali');
    // Entered by the office.
    expect(teacherOf('A1')).toBe('Mona Núñez, Eric Ali');
    expect(build({ facts, report: makeTermReport({ subjectIds: ['ENGL'] }) }).subjects[0]?.teacher).toBeNull();
  });

  it('has conduct, activities, remarks and signatories as they are', () => {
    const report = makeTermReport({
      authority: 'A',
      responsibility: 'C',
      cooperation: 'E',
      coCurricular: ['Choir', 'Chess Club'],
      formTeacherComments: 'Kind.',
      deanComments: 'Keep it up.',
    });
    expect(build({ report, facts: makeCardFacts({ formTeacher: 'Mona Núñez', dean: 'Dina O’Brien' }) })).toMatchObject({
      conduct: { authority: 'A', responsibility: 'C', cooperation: 'E' },
      coCurricular: ['Choir', 'Chess Club'],
      remarks: { formTeacher: 'Kind.', dean: 'Keep it up.' },
      signatories: { formTeacher: 'Mona Núñez', dean: 'Dina O’Brien' },
    });
  });

  it('has a music block for classes that have music, once anything of it is filled in', () => {
    expect(demoSchool.musicClasses).toContain('1A');
    expect(build().music).toBeNull();
    const filled = { musicGrade: 'B', musicTimesLate: 0, musicComments: 'Plays with care.' } as const;
    expect(build({ report: makeTermReport(filled) }).music).toEqual({
      timesAbsent: null,
      timesLate: 0,
      grade: 'B',
      application: null,
      conduct: null,
      comment: 'Plays with care.',
    });
    expect(build({ report: makeTermReport({ ...filled, classId: '5A', formLevel: 5 }) }).music).toBeNull();
  });
});
