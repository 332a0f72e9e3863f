import { schemeFor } from '#shared/marks/scheme.ts';
import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { computeSubjectLines } from '../../marks/records/subject-lines.ts';
import { listSubjectRecordsOfStudent } from '../../marks/records/subject-record.ts';
import { listReportsOfStudent } from '../../marks/records/term-report.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { noSuchReportError, requirePostInClass } from '../report-access.ts';
import { toSubjectLine } from '../report-mapper.ts';

export const listStudentSubjectRecords = callHandler(termReportsContract.listStudentSubjectRecords, {
  handle: async ({ input, caller }) => {
    const { student_id: studentId, year, term } = input;
    const [records, reports] = await Promise.all([
      listSubjectRecordsOfStudent({ studentId, year, term }),
      listReportsOfStudent(studentId),
    ]);
    const report = reports.find((one) => one.year === year && one.term === term);
    const place = report ?? records[0];
    if (!place) throw noSuchReportError(caller);
    await requirePostInClass({ classId: place.classId, year }, caller);
    const subjects = await readSubjectNamesById();
    const scheme = schemeFor(school().markingScheme, place.formLevel, term);
    const named = (id: string) => ({ abbr: subjects.get(id)?.abbr ?? id, title: subjects.get(id)?.title ?? id });
    const lines = computeSubjectLines(report, records, scheme)
      .map((line) => ({ ...toSubjectLine(line), ...named(line.subjectId), term }))
      .sort((a, b) => a.title.localeCompare(b.title));
    return {
      table2_records: lines,
      student_subjects: lines.map(({ subject_id, abbr, title, entered }) => ({ subject_id, abbr, title, entered })),
      terms: reports.map((one) => ({
        year: one.year,
        term: one.term,
        title: schoolFileTermTitle(school().terms, one.term),
      })),
      subject_weightings: scheme,
    };
  },
});
