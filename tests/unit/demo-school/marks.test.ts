import { describe, expect, it } from 'vitest';
import { commentLimit } from '#shared/marks/field-names.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { fillPlaceholders } from '../../../local/demo-school/marks/fill-placeholders.ts';
import { toMarkBand } from '../../../local/demo-school/marks/performance.ts';
import { sumMarksOfStudent } from '../../../local/demo-school/marks/subject-records.ts';
import type { Pupil } from '../../../local/demo-school/students/pupil.ts';
import type { TermKey } from '../../../local/demo-school/types.ts';
import { demoDays, demoSchoolFile, generateDemoSchoolOn } from '../../support/samples/demo-school.ts';

const isOf = (key: TermKey) => (record: TermKey) => record.year === key.year && record.term === key.term;

describe.each(demoDays)('the marks of %s', (today) => {
  const { subjectRecords, termReports, markBook, students, current, past, periods } = generateDemoSchoolOn(today);
  const here = students.filter(({ status }) => status === 'current');
  const scheme = (formLevel: number) => schemeFor(demoSchoolFile.markingScheme, formLevel, past.term);
  const pastPeriod = periods.find(isOf(past));

  it('register every current student for the term under way, once, with nothing filled in', () => {
    const registered = termReports.filter(isOf(current));
    expect(registered.map(({ studentId }) => studentId).sort()).toEqual(here.map(({ studentId }) => studentId).sort());
    for (const report of registered) {
      expect(Object.keys(report).sort()).toEqual(['classId', 'formLevel', 'studentId', 'term', 'year']);
      expect(report).toMatchObject({ classId: here.find(({ studentId }) => studentId === report.studentId)?.classId });
    }
  });

  it('belong to the past term, one record a student and subject, each with a report', () => {
    expect(subjectRecords.every(isOf(past))).toBe(true);
    const keys = subjectRecords.map(({ studentId, subjectId }) => `${studentId}/${subjectId}`);
    expect(new Set(keys).size).toBe(keys.length);
    const reports = new Map(termReports.filter(isOf(past)).map((report) => [report.studentId, report.classId]));
    for (const { studentId, classId } of subjectRecords) expect(reports.get(studentId), studentId).toBe(classId);
    expect(reports.size).toBeGreaterThan(800);
  });

  it('stay within the marking scheme’s maxima, and are absent where a part is closed', () => {
    for (const { exam, examOutOf, formLevel } of subjectRecords) {
      const open = scheme(formLevel).exam;
      if (exam === undefined) continue;
      expect(open).not.toBeNull();
      expect(examOutOf).toBe(open?.max);
      expect(exam).toBeGreaterThanOrEqual(0);
      expect(exam).toBeLessThanOrEqual(open?.max ?? -1);
      expect(Number.isInteger(exam * 2)).toBe(true);
    }
  });

  it('are nearly complete: some examinations were missed', () => {
    const due = subjectRecords.filter(({ formLevel }) => scheme(formLevel).exam);
    const missed = due.filter(({ exam }) => exam === undefined).length / due.length;
    expect(missed).toBeGreaterThan(0.005);
    expect(missed).toBeLessThan(0.08);
  });

  it('spread as marks do: a few excellent, a few very poor, most between', () => {
    const percentages = subjectRecords.flatMap(({ exam, examOutOf }) =>
      exam === undefined || !examOutOf ? [] : [(exam / examOutOf) * 100],
    );
    const totals = markBook.filter(isOf(past)).flatMap((page) =>
      page.group.studentIds.flatMap((id) => {
        const sums = sumMarksOfStudent(page, id);
        return sums ? [(sums.sum / sums.outOf) * 100] : [];
      }),
    );
    const all = percentages.length > 0 ? percentages : totals;
    const share = (from: number, to: number) => all.filter((value) => value >= from && value < to).length / all.length;
    expect(share(0, 35)).toBeGreaterThan(0.02);
    expect(share(0, 35)).toBeLessThan(0.25);
    expect(share(45, 80)).toBeGreaterThan(0.5);
    expect(share(85, 101)).toBeGreaterThan(0.01);
    expect(share(85, 101)).toBeLessThan(0.25);
  });

  it('follow the student: who does well in one subject does well in the others', () => {
    const byStudent = new Map<string, number[]>();
    for (const page of markBook.filter(isOf(past))) {
      for (const id of page.group.studentIds) {
        const sums = sumMarksOfStudent(page, id);
        if (sums) byStudent.set(id, [...(byStudent.get(id) ?? []), (sums.sum / sums.outOf) * 100]);
      }
    }
    const spreadOf = (values: number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    };
    const students = [...byStudent.values()].filter((values) => values.length > 3);
    const within = students.reduce((sum, values) => sum + spreadOf(values), 0) / students.length;
    expect(within).toBeLessThan(0.75 * spreadOf(students.flat()));
  });

  it('have assessments with topics and totals, dated on school days of their term, in order, up to today', () => {
    for (const { year, term, assessments } of markBook) {
      const period = periods.find(isOf({ year, term }));
      expect(assessments.length).toBeGreaterThan(0);
      expect(assessments.map(({ number }) => number)).toEqual(assessments.map((_, index) => index + 1));
      for (const { date, topic, total } of assessments) {
        expect(date >= (period?.dateStart ?? '') && date <= (period?.dateEnd ?? '') && date <= today, date).toBe(true);
        expect([1, 2, 3, 4, 5], date).toContain(new Date(date).getUTCDay());
        expect(topic.length).toBeGreaterThan(3);
        expect(topic.length).toBeLessThanOrEqual(255);
        expect(total).toBeGreaterThanOrEqual(10);
        expect(total).toBeLessThanOrEqual(100);
      }
    }
  });

  it('have four to six assessments in each page of the past term, and fewer in the term under way', () => {
    for (const { assessments } of markBook.filter(isOf(past))) {
      expect([4, 5, 6]).toContain(assessments.length);
    }
    const begun = markBook.filter(isOf(current));
    const levels = new Set(begun.map(({ group }) => group.formLevel));
    for (const level of levels)
      expect(schemeFor(demoSchoolFile.markingScheme, level, current.term).course).not.toBeNull();
    expect(begun.length).toBeGreaterThan(10);
    expect(begun.length).toBeLessThan(markBook.length / 4);
  });

  it('give whole assessment marks within the totals, to students of the group, with some missing', () => {
    const cells = markBook.flatMap(({ group, assessments, marks }) =>
      [...marks].flatMap(([studentId, own]) =>
        assessments.map(({ number, total }) => ({
          mark: own.get(number),
          total,
          isInGroup: group.studentIds.includes(studentId) && own.size <= assessments.length,
        })),
      ),
    );
    const isRight = ({ mark, total, isInGroup }: (typeof cells)[number]) =>
      isInGroup && (mark === undefined || (Number.isInteger(mark) && mark >= 0 && mark <= total));
    expect(cells.filter((cell) => !isRight(cell))).toEqual([]);
    const missing = cells.filter(({ mark }) => mark === undefined).length / cells.length;
    expect(missing).toBeGreaterThan(0.01);
    expect(missing).toBeLessThan(0.1);
  });

  it('carry comments of many wordings within 500 characters, with no word left unfilled', () => {
    const comments = subjectRecords.flatMap(({ comment }) => comment ?? []);
    expect(comments.length / subjectRecords.length).toBeGreaterThan(0.85);
    expect(comments.length).toBeLessThan(subjectRecords.length);
    expect(new Set(comments).size).toBeGreaterThan(comments.length / 3);
    for (const comment of comments) {
      expect(comment.length).toBeLessThanOrEqual(commentLimit);
      expect(comment).not.toMatch(/[{}]|undefined|null/);
      expect(comment).toMatch(/^\p{Lu}/u);
    }
  });

  it('praise no failing student and warn no excellent one', () => {
    const total = (studentId: string, subjectId: string) => {
      const page = markBook
        .filter(isOf(past))
        .find(({ group }) => group.subjectId === subjectId && group.studentIds.includes(studentId));
      const sums = page && sumMarksOfStudent(page, studentId);
      return sums ? (sums.sum / sums.outOf) * 100 : undefined;
    };
    for (const { studentId, subjectId, exam, examOutOf, comment } of subjectRecords.filter(
      (_, index) => index % 5 === 0,
    )) {
      const course = total(studentId, subjectId);
      const examined = exam === undefined || !examOutOf ? undefined : (exam / examOutOf) * 100;
      const known = [course, examined].filter((value) => value !== undefined);
      if (!comment || known.length === 0) continue;
      if (Math.max(...known) < 50) expect(comment).not.toMatch(/[Ee]xcellent|[Oo]utstanding|[Ss]uperb|mastered/);
      if (Math.min(...known) >= 80) expect(comment).not.toMatch(/[Pp]oor|[Uu]nsatisfactory|[Ww]eak|[Dd]isappointing/);
    }
  });

  it('keep absences within the sessions, and remarks within their fields', () => {
    const reports = termReports.filter(isOf(past));
    for (const report of reports) {
      expect(report.timesAbsent ?? 0).toBeLessThanOrEqual(pastPeriod?.possibleAttendance ?? 0);
      expect((report.formTeacherComments ?? '').length).toBeLessThanOrEqual(500);
      expect((report.deanComments ?? '').length).toBeLessThanOrEqual(215);
      expect((report.musicComments ?? '').length).toBeLessThanOrEqual(255);
      for (const club of report.coCurricular ?? []) expect(demoSchoolFile.coCurriculars).toContain(club);
    }
    const remarked = reports.filter(({ formTeacherComments }) => formTeacherComments).length / reports.length;
    expect(remarked).toBeGreaterThan(0.9);
    expect(remarked).toBeLessThan(1);
  });

  it('grade music in the music classes alone', () => {
    const graded = termReports.filter(({ musicGrade }) => musicGrade);
    expect(graded.length).toBeGreaterThan(100);
    for (const { classId } of graded) expect(demoSchoolFile.musicClasses).toContain(classId);
  });
});

describe('the wording of comments', () => {
  const girl = { sex: 'F', name: { firstName: 'Zoë' } } as Pupil;
  const boy = { sex: 'M', name: { firstName: 'José' } } as Pupil;

  it('puts names, pronouns and verbs in the third person', () => {
    const text = '{name} {apply} {themself}; {they} {have} {their} book. {They} {are} early and {watch} {them}.';
    expect(fillPlaceholders(text, { pupil: girl })).toBe(
      'Zoë applies herself; she has her book. She is early and watches her.',
    );
    expect(fillPlaceholders(text, { pupil: boy })).toBe(
      'José applies himself; he has his book. He is early and watches him.',
    );
  });

  it('changes words at the boundaries 35, 50, 65 and 80 percent', () => {
    expect([34.9, 35, 49.9, 50, 64.9, 65, 79.9, 80].map(toMarkBand)).toEqual([
      'poor',
      'weak',
      'weak',
      'fair',
      'fair',
      'good',
      'good',
      'excellent',
    ]);
  });
});
