import { editTermReportsAction } from '#shared/accounts/auth/permissions.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { type ListOfActs, undoableActs } from '#shared/undo/contract.ts';
import { writeRestoredRecord } from '../../marks/records/remove-record.ts';
import {
  type RecordKey,
  type SubjectRecordItem,
  subjectRecordKey,
  type TermPlacement,
} from '../../marks/records/subject-record.ts';
import {
  ClassTermRegistrationEntity,
  decidePlacementInTerm,
  reportInClassCheck,
  TermReportEntity,
  type TermReportItem,
  termReportAuditSubject,
  termReportKey,
} from '../../marks/records/term-report.ts';
import { ConflictError } from '../../platform/errors.ts';
import { hasAction, hasMenu } from '../../platform/requests/caller.ts';
import type { WrittenRecord } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import {
  type AskedList,
  byInverse,
  byRecords,
  type ChangeOfKind,
  type RecordsPlan,
  type Undoing,
  undoableKinds,
} from '../../platform/undo/undo-calls.ts';
import { readCurrentTerm } from '../../school/records/closed-terms.ts';
import { inOpenTerm } from '../../school/records/open-terms.ts';
import { listMissingDetails, neededByCurrent } from '../../school/records/period-changes.ts';
import {
  CurrentPeriodEntity,
  currentPeriodKey,
  PeriodEntity,
  periodAuditSubject,
} from '../../school/records/periods.ts';
import { moveRemainingRecords, resumeMove } from '../../students/records/placement/move-remaining.ts';
import { moveStudent } from '../../students/records/placement/move-student.ts';
import type { MovingSubject } from '../../students/records/placement/moving-subjects.ts';
import { decidePlacementForRestore } from '../../students/records/placement/placement-for-restore.ts';
import type { SubjectChanges } from '../../students/records/placement/subject-changes.ts';
import { subjectKey, subjectUnlessDeleted } from '../../subjects/records/store.ts';
import { isOfTerm, type UndoableReportChange, undoableTermReportActs } from './report-acts.ts';

type Undo<K extends UndoableReportChange['kind']> = Undoing<ChangeOfKind<UndoableReportChange, K>>;

/** Who may do such an act may undo it: of subjects that were changed along, those who may change them. */
export const reportActs = undoableKinds(
  undoableTermReportActs,
  {
    openTo: undoableActs['term-reports'],
    list: ({ input: { year, term }, request: { now } }: AskedList<ListOfActs<'term-reports'>>) =>
      undoableTermReportActs.list({
        now,
        ...(year !== undefined && term !== undefined && { isWanted: (change) => isOfTerm(change, { year, term }) }),
      }),
  },
  {
    'subject record deleted': {
      allows: ({ by }) => hasAction(by.caller, editTermReportsAction),
      undo: byInverse({ write: restoreRecord }),
    },
    'term report deleted': {
      undo: byRecords(planReportBack, async (_, { details, by }) => {
        await moveMarks(details, by);
        return [];
      }),
    },
    'class changed': {
      allows: ({ details, by }) => !hasSubjectChanges(details) || hasMenu(by.caller, ['studentSubjects']),
      undo: byInverse({
        write: moveBack,
        resume: async ({ details: { studentId, to, teachers, pages = {} }, left, by }) => {
          await resumeMove({ studentId, from: to, teachers, pages, by });
          left.push(...(await keptLists({ studentId, to })));
        },
      }),
    },
    'setting changed': { undo: byRecords(planSettingBack) },
  },
);

const hasSubjectChanges = ({ along }: Details<'class changed'>): boolean =>
  along !== undefined && along.takeUp.length + along.giveUp.length > 0;

type Details<K extends UndoableReportChange['kind']> = Undo<K>['details'];

/** Moves marks that were entered while the report was deleted into the class of the restored report. */
const moveMarks = ({ studentId, classId, year, term }: Details<'term report deleted'>, by: Authorship) =>
  moveRemainingRecords({ studentId, from: classId, period: { year, term }, by });

/** Whether the act is undone already, or a new record is in place of the deleted one. */
const isTooLate = (now: { undoneAt?: string | undefined } | undefined, other: object | undefined): boolean =>
  now === undefined || now.undoneAt !== undefined || other !== undefined;

/** Restores the record into the student's class of today. */
function restoreRecord({
  details: { key, record, isListed },
  act,
  undone,
  by,
}: Undo<'subject record deleted'>): Promise<ActOutcome | false> {
  const keys = {
    report: termReportKey(key),
    other: subjectRecordKey(key),
    now: undoableTermReportActs.key(act.key),
    subject: subjectKey(key.subjectId),
  };
  return retryRefused({
    read: () => readItems(keys),
    attempt: async ({ report, other, now, subject }): Promise<ActOutcome | false> => {
      if (isTooLate(now, other) || (isListed && !report)) return false;
      if (!subjectUnlessDeleted(subject)) throw new ConflictError(termReportWordings.subjectGone);
      return writeRestoredRecord({
        key,
        record,
        by,
        placement: await placementOf(key, { report, record }),
        listedBy: isListed ? report : undefined,
        undone: undone(),
      });
    },
  });
}

async function placementOf(
  key: RecordKey,
  { report, record }: { report: TermReportItem | undefined; record: SubjectRecordItem | null },
): Promise<TermPlacement | undefined> {
  if (report) return decidePlacementInTerm(key, { report, record: undefined, assignment: undefined });
  if (!record) return undefined;
  const placement = await decidePlacementForRestore(key, record);
  return { ...placement, checks: [...placement.checks, reportInClassCheck(key, undefined)] };
}

/** Restores the report into the student's class of today. */
function planReportBack({ details }: Undo<'term report deleted'>): RecordsPlan {
  const { studentId, year, term } = details;
  return {
    of: [TermReportEntity],
    placed: ['classId', 'formLevel'],
    rest: async ([record]) => {
      const report = { ...record?.id, ...record?.before } as unknown as TermReportItem;
      const { checks, ...place } = await decidePlacementForRestore(report, report);
      return {
        place: () => place,
        changes: [
          ClassTermRegistrationEntity.upsert(
            { year, term, classId: place.classId },
            { add: { studentIds: [studentId] } },
          ),
        ],
        guards: { placement: checks },
        trail: {
          subject: termReportAuditSubject(details),
          changes: [{ field: 'report', before: null, after: report }],
        },
      };
    },
    what: 'this report',
  };
}

async function moveBack({ details, left, act, undone, by }: Undo<'class changed'> & { left: string[] }) {
  const { studentId, from, to, teachers, pages, along } = details;
  const isMoved = await moveStudent(
    { studentId, from: to, to: from, teachers, pages },
    {
      ...(along && {
        subjects: async (followers) => {
          const back = await planSubjectsToGiveBack(along, { followers, act: act.key, to });
          left.splice(0, left.length, ...back.left);
          return back.along;
        },
      }),
      action: undone,
    },
    by,
  );
  if (isMoved) left.push(...(await keptLists({ studentId, to })));
  return isMoved;
}

/** Says that a term which was closed since keeps the class of the undone move (rule 45). Two requests. */
async function keptLists({ studentId, to }: { studentId: string; to: string }): Promise<string[]> {
  const { current, open } = await readCurrentTerm();
  if (!current || open) return [];
  const { report } = await readItems({ report: termReportKey({ studentId, ...current }) });
  return report?.classId === to
    ? [`${termTitle(current)} is closed and keeps its lists: the student stays in ${to} there.`]
    : [];
}

/** @throws ConflictError where the current term would be without what it needs: it may have become that since */
function planSettingBack({ details: { year, term, setting } }: Undo<'setting changed'>): RecordsPlan {
  const toValue = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : null);
  const stateOf = (values: WrittenRecord['before']) => ({ value: values?.[setting], classes: values?.classes });
  return {
    of: [PeriodEntity],
    rest: async (back) => {
      const { current } = await readItems({ current: currentPeriodKey() });
      const changes = back.flatMap(({ before, after }) =>
        before && setting in before
          ? [{ field: setting, before: toValue(after?.[setting]), after: toValue(before[setting]) }]
          : [],
      );
      const blank = { period: { year, term }, changes, becomesCurrent: false };
      const missing = listMissingDetails(blank, { periods: [], current });
      if (missing.length > 0) throw new ConflictError(neededByCurrent(missing));
      const isBlanked = changes.some(({ after }) => after === null);
      return {
        also: [inOpenTerm({ year, term })],
        guards: {
          'current term': isBlanked ? [CurrentPeriodEntity.check({}, whereUnchanged(current, ['year', 'term']))] : [],
        },
        trail: {
          subject: periodAuditSubject({ year, term }),
          changes: back.map(({ before, after }) => ({
            field: setting,
            before: stateOf(after),
            after: stateOf(before),
          })),
        },
      };
    },
    what: 'this term',
  };
}

/** The subject changes that an undone change of class makes, and the subjects that it leaves, each with the reason. */
export interface SubjectsToGiveBack {
  along: SubjectChanges;
  left: string[];
}

/**
 * Gives up again what was taken up, unless it was changed or marked since. Takes again, with the earlier teacher, what
 * was given up, unless the student has it already or the subject was deleted. One request.
 */
export async function planSubjectsToGiveBack(
  { takeUp, giveUp }: SubjectChanges,
  { followers, act, to }: { followers: readonly MovingSubject[]; act: string; to: string },
): Promise<SubjectsToGiveBack> {
  const { subjects } = await readItems({
    subjects: [...takeUp, ...giveUp].map(({ subjectId }) => subjectKey(subjectId)),
  });
  const titles = new Map(subjects.map(({ subjectId, title }) => [subjectId, title]));
  const isThere = new Set(subjects.filter(subjectUnlessDeleted).map(({ subjectId }) => subjectId));
  const titleOf = (subjectId: string) => titles.get(subjectId) ?? subjectId;
  const of = (subjectId: string) => followers.find((one) => one.subjectId === subjectId);
  const left: string[] = [];
  const back = takeUp.flatMap(({ subjectId }) => {
    const { assignment, record, line } = of(subjectId) ?? {};
    if (!assignment) return [];
    const isTouched = assignment.assignedIn?.act !== act || assignment.classId !== to;
    if (!isTouched && !record && !line) return [assignment];
    left.push(
      `${titleOf(subjectId)} is still taken: ${isTouched ? 'it was changed' : 'marks were entered'} afterwards.`,
    );
    return [];
  });
  const again = giveUp.filter(({ subjectId }) => {
    if (of(subjectId)?.assignment) return false;
    if (isThere.has(subjectId)) return true;
    left.push(`${titleOf(subjectId)} is not taken again: the subject was deleted.`);
    return false;
  });
  return {
    along: { takeUp: again.map(({ subjectId, employeeId }) => ({ subjectId, employeeId })), giveUp: back },
    left,
  };
}
