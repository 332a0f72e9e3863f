import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { requiredFactMessage, requiredFields } from '#shared/students/register/typed-facts.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { carryOutAct, isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { addStudentAct, findFarSeries, nextStudentId } from '../../records/add-student-act.ts';
import {
  createDuplicateFinder,
  createImportedIdFinder,
  createNearSeaFinder,
  describeStudent,
  type KnownStudent,
  nearIdQuestion,
  nearSeaQuestion,
  readAllIdentities,
} from '../../records/duplicates.ts';
import { erasedStudentKey } from '../../records/erased-student.ts';
import { readClaims } from '../../records/identity-claims.ts';
import { lastIdOfRunningUpload, lastPlannedStudentIdKey } from '../../records/planned-student-ids.ts';
import { studentKey } from '../../records/store.ts';
import { parseFacts, refuseTakenNumbers, type TypedFacts, toStoredFacts } from '../../records/student-facts.ts';
import { createFactReader } from '../../records/value-reader.ts';
import { undoableRegisterActs } from './student-acts.ts';

export const addStudent = callHandler(studentRegisterContract.addStudent, {
  handle: async ({ input: { id = null, is_another: isAnother = false, ...given }, caller, request }) => {
    const facts = parseFacts(given, request.now);
    const { classId, formLevel, firstName, lastName } = requirePlace(facts);
    const chosen = id === null || id.trim() === '' ? null : readId(id, request.now);
    const done = undoableRegisterActs.key(request.idempotencyKey);
    const newborn = { ...toStoredFacts(facts), classId, formLevel, firstName, lastName, status: 'current' as const };
    let taken = new Set<string>();
    const studentId = await retryRefused({
      read: async () => {
        // Before the act is read: a student that this request added is no duplicate.
        const papers = await readClaims(newborn, { withName: !isAnother, newId: chosen ?? undefined });
        const known = await readAllIdentities();
        const { act, planned } = await readItems({ act: done, planned: lastPlannedStudentIdKey() });
        return { papers, known, act, planned: await lastIdOfRunningUpload(planned) };
      },
      attempt: async ({ act, papers, known, planned }): Promise<string | 'refused'> => {
        // Added by an earlier attempt of this request.
        if (act?.change.kind === 'student added') return act.change.details.studentId;
        const studentId = chosen ?? nextStudentId([...known.map((one) => one.studentId), ...taken, planned]);
        const duplicates = [...createDuplicateFinder(known)({ studentId, ...newborn }), ...papers.duplicates];
        refuseTakenNumbers(duplicates);
        if (!isAnother) {
          const { exact, near } = createImportedIdFinder(known)(studentId);
          refuseDoubtfulIdentity({
            near: exact ? [] : [...near, ...papers.nearIds],
            nearSeas: createNearSeaFinder(known)({ ...newborn, studentId }),
            farFrom:
              chosen === null || exact
                ? null
                : findFarSeries(
                    chosen,
                    known.map((one) => one.studentId),
                  ),
            duplicates,
            studentId,
          });
        }
        const adding = addStudentAct(
          { ...newborn, studentId },
          {
            more: [
              ...papers.claimActions(studentId, request),
              undoableRegisterActs.create({
                change: { kind: 'student added', details: { studentId } },
                what: `${firstName} ${lastName} added to ${classId}`,
                by: { caller, request },
              }),
            ],
            by: { caller, request },
          },
        );
        const outcome = await carryOutAct(adding);
        if (!isRefused(outcome)) return studentId;
        const { student, erased } = await readItems({
          student: studentKey(studentId),
          erased: erasedStudentKey(studentId),
        });
        if (chosen !== null && student)
          throw new ValidationError({ id: [recordWordings.hasId(describeStudent(student))] });
        if (chosen !== null && erased) throw new ValidationError({ id: [recordWordings.idErased] });
        // A concurrent request has taken the id: the list does not have it yet.
        taken = taken.add(studentId);
        return 'refused';
      },
      what: 'the register',
    });
    return { id: studentId, undo: request.idempotencyKey };
  },
});

/** @throws ValidationError for each required fact that is blank */
function requirePlace(facts: TypedFacts) {
  const blank = requiredFields.filter((field) => (facts[field] ?? null) === null);
  if (blank.length > 0)
    throw new ValidationError(Object.fromEntries(blank.map((field) => [field, [requiredFactMessage]])));
  const classId = facts.class_id ?? '';
  const formLevel = requireFormLevel(classId, 'class_id');
  return { classId, formLevel, firstName: facts.first_name ?? '', lastName: facts.last_name ?? '' };
}

function readId(typed: string, now: Date): string | null {
  const result = createFactReader(now)('id', typed);
  if ('refused' in result) throw new ValidationError({ id: [result.refused] });
  return result.value;
}

/** @throws ValidationError with each question, on the field `is_another` that answers it */
function refuseDoubtfulIdentity({
  near,
  nearSeas,
  farFrom,
  duplicates,
  studentId,
}: {
  near: readonly KnownStudent[];
  nearSeas: readonly KnownStudent[];
  /** The last id of the school's series, where the new one is far from it. */
  farFrom: string | null;
  duplicates: readonly { student: KnownStudent }[];
  studentId: string;
}): void {
  const [double] = duplicates;
  const doubts = [
    ...new Set(near.map(nearIdQuestion)),
    ...nearSeas.map(nearSeaQuestion),
    ...(farFrom === null ? [] : [recordWordings.farId(studentId, farFrom)]),
    ...(double ? [recordWordings.sameNameAndBirthday(describeStudent(double.student))] : []),
  ];
  if (doubts.length > 0) throw new ValidationError({ is_another: doubts });
}
