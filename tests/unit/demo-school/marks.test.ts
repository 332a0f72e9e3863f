import { describe, expect, it } from 'vitest';
import { commentLimit } from '#shared/marks/field-names.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
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
});
