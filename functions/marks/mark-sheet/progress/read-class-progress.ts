import { authRefusals } from '#shared/accounts/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { canPickAnyone } from '../../../people/records/class-list.ts';
import { employeeKey } from '../../../people/records/store.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { periodKey } from '../../../school/records/periods.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { readLeaversOfTerm } from '../../../students/records/term-leavers.ts';
import { decideListSource, listSourceKeys, listStudentsAddedByRegister } from '../../../students/records/term-lists.ts';
import { listSubjectsTakenByStudent } from '../../../subjects/records/store.ts';
import { readClassReports } from '../../records/term-report.ts';
import { countProgress } from './count-progress.ts';

/**
 * Three requests: session, account and term; the subjects taken; the records. After the end of a term its reports say
 * what was taken.
 */
export const readClassProgress = callHandler(markSheetContract.readClassProgress, {
  prefetch: (input, accountId) => ({
    own: employeeKey(accountId),
    period: periodKey(input.year, input.term),
    ...listSourceKeys(input.year),
  }),
  handle: async ({ input: { class_id: classId, year, term }, caller, found: { own, period, ...facts } }) => {
    if (!canPickAnyone(caller, own)) throw new ForbiddenError(authRefusals.forbidden);
    const formLevel = requireFormLevel(classId);
    const source = decideListSource({ year, term }, facts);
    const [taken, { reports, records }] = await Promise.all([
      source === 'term alone' ? null : listSubjectsTakenByStudent(classId),
      readClassReports({ year, term, classId }),
    ]);
    const onRecord = new Set([...reports, ...records].map(({ studentId }) => studentId));
    const present = [...(taken?.keys() ?? [])].map((studentId) => ({ studentId, classId, formLevel }));
    const added =
      source === 'register'
        ? present
        : await listStudentsAddedByRegister(present, {
            year,
            term,
            source,
            onRecord,
            registered: new Set(reports.map((report) => report.classId)),
          });
    const linesOf = (studentId: string, subjectIds: readonly string[] = []) =>
      subjectIds.map((subjectId) => ({ studentId, subjectId }));
    const lines = [
      ...added.flatMap(({ studentId }) => linesOf(studentId, taken?.get(studentId))),
      ...(source === 'register' ? [] : records),
      ...(source === 'register' ? [] : reports.flatMap((report) => linesOf(report.studentId, report.subjectIds))),
    ];
    const left =
      source === 'register'
        ? new Map<string, string>()
        : await readLeaversOfTerm([...new Set(lines.map(({ studentId }) => studentId))], period?.dateEnd ?? null);
    const students = Map.groupBy(
      lines.filter(({ studentId }) => !left.has(studentId)),
      ({ subjectId }) => subjectId,
    );
    const scheme = schemeFor(school().markingScheme, formLevel, term);
    return {
      due: period?.dateEnd ?? null,
      subjects: [...students].map(([subjectId, those]) => ({
        subject_id: subjectId,
        ...countProgress(new Set(those.map(({ studentId }) => studentId)), {
          entered: records.filter((record) => record.subjectId === subjectId),
          scheme,
        }),
      })),
    };
  },
});
