import { readFileSync } from 'node:fs';
import type { SubjectRecordItem } from '#functions/marks/records/subject-record.ts';
import type { TermReportItem } from '#functions/marks/records/term-report.ts';
import type { CardFacts } from '#functions/term-reports/report-cards/build-report-card.ts';
import { type SchoolFile, schoolFileSchema } from '#shared/school/school-file.ts';

export const demoSchool: SchoolFile = schoolFileSchema().parse(
  JSON.parse(readFileSync(new URL('../../../../infra/schools/demo.json', import.meta.url), 'utf8')),
);

const ofTerm = { studentId: 'S1', year: 2025, term: 1, classId: '1A', formLevel: 1 } as const;

export const makeSubjectRecord = (fields: Partial<SubjectRecordItem>): SubjectRecordItem => ({
  ...ofTerm,
  subjectId: 'MATH',
  ...fields,
});

export const makeTermReport = (fields: Partial<TermReportItem> = {}): TermReportItem => ({ ...ofTerm, ...fields });

export const makeCardFacts = (fields: Partial<CardFacts> = {}): CardFacts => ({
  school: demoSchool,
  period: undefined,
  subjects: new Map([
    ['MATH', { title: 'Mathematics', abbr: 'MATH' }],
    ['ENGL', { title: 'English Language', abbr: 'ENGL' }],
  ]),
  teachers: new Map(),
  formTeacher: null,
  dean: null,
  principal: demoSchool.principal,
  ...fields,
});
