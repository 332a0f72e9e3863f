import { editTermReportsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
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
import { ConflictError, ForbiddenError } from '../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { type Caller, hasAction, hasMenu, isAdmin } from '../../platform/requests/caller.ts';
import type { WrittenRecord } from '../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { undoRecords } from '../../platform/undo/undo-records.ts';
import { changedSinceError, nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
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
import { type UndoableActionItem, type UndoableReportChange, undoableTermReportActs } from './undoable-changes.ts';

interface Undoing {
  action: UndoableActionItem;
  /** What the undo leaves as it is, for its answer. */
  left: string[];
  caller: Caller;
  request: RequestFacts;
}

export const undoReportChange = callHandler(termReportsContract.undoReportChange, {
  prefetch: ({ undo }) => ({ action: undoableTermReportActs.key(undo) }),
  handle: async ({ found: { action }, caller, request }) => {
    requireMayUndo(action, caller);
    if (!action) throw nothingToUndoError();
    if (undoableTermReportActs.wasUndone(action, request)) {
      await finishUndo({ action, left: [], caller, request });
      return { ok: true as const, left: [] };
    }
    const left: string[] = [];
    const outcome = await undo({ action, left, caller, request });
    if (isRefused(outcome)) {
      const { now } = await readItems({ now: undoableTermReportActs.key(action.key) });
      if (!now || !undoableTermReportActs.wasUndone(now, request)) throw changedSinceError();
    }
    return { ok: true as const, left };
  },
});

/** An act may be undone by everybody who may do it; others do not learn whether it exists. */
function requireMayUndo(action: UndoableActionItem | undefined, caller: Caller): void {
  if (!isAllowed(action?.change, caller)) throw new ForbiddenError(authRefusals.forbidden);
}

const hasSubjectChanges = ({ along }: Details<'class changed'>): boolean =>
  along !== undefined && along.takeUp.length + along.giveUp.length > 0;

function isAllowed(change: UndoableReportChange | undefined, caller: Caller): boolean {
  switch (change?.kind) {
    case 'subject record deleted':
      return hasAction(caller, editTermReportsAction);
    case 'class changed':
      return isAdmin(caller) && (!hasSubjectChanges(change.details) || hasMenu(caller, ['studentSubjects']));
    default:
      return isAdmin(caller);
  }
}

function undo(undoing: Undoing): Promise<ActOutcome | 'refused'> {
  const { change } = undoing.action;
  switch (change.kind) {
    case 'subject record deleted':
      return restoreRecord(change.details, undoing);
    case 'term report deleted':
      return restoreReport(change.details, undoing);
    case 'class changed':
      return moveBack(change.details, undoing);
    case 'setting changed':
      return resetSetting(change.details, undoing);
  }
}

type Details<K extends UndoableReportChange['kind']> = Extract<UndoableReportChange, { kind: K }>['details'];

/** Resumes an undo that stopped halfway: marks and subjects may still be in the other class. */
async function finishUndo({ action: { change }, caller, request }: Undoing): Promise<void> {
  if (change.kind === 'term report deleted') await moveMarks(change.details, { caller, request });
  if (change.kind !== 'class changed') return;
  const { studentId, to, teachers, pages = {} } = change.details;
  await resumeMove({ studentId, from: to, teachers, pages, caller, request });
}

/** Moves marks that were entered while the report was deleted into the class of the restored report. */
const moveMarks = (
  { studentId, classId, year, term }: Details<'term report deleted'>,
  { caller, request }: Pick<Undoing, 'caller' | 'request'>,
) => moveRemainingRecords({ studentId, from: classId, period: { year, term }, caller, request });

/** Marks the action as undone, once. */
const undone = ({ action, request }: Undoing) => undoableTermReportActs.undone(action, request);

/** Whether the act is undone already, or a new record is in place of the deleted one. */
const isTooLate = (action: UndoableActionItem | undefined, other: object | undefined): boolean =>
  action === undefined || action.undoneAt !== undefined || other !== undefined;

/** Restores the record into the student's class of today. */
function restoreRecord(
  { key, record, isListed }: Details<'subject record deleted'>,
  undoing: Undoing,
): Promise<ActOutcome | 'refused'> {
  const { caller, request } = undoing;
  const keys = {
    report: termReportKey(key),
    other: subjectRecordKey(key),
    action: undoableTermReportActs.key(undoing.action.key),
    subject: subjectKey(key.subjectId),
  };
  return retryRefused({
    read: () => readItems(keys),
    attempt: async ({ report, other, action, subject }): Promise<ActOutcome | Refusal> => {
      if (isTooLate(action, other) || (isListed && !report)) return tooLate;
      if (!subjectUnlessDeleted(subject)) throw new ConflictError(termReportWordings.subjectGone);
      return writeRestoredRecord({
        ...{ key, record, caller, request },
        placement: await placementOf(key, { report, record }),
        listedBy: isListed ? report : undefined,
        undone: undone(undoing),
      });
    },
  }).then(toOutcome);
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

/** Restores the report into the student's class of today, with the marks that were entered meanwhile. */
async function restoreReport(details: Details<'term report deleted'>, undoing: Undoing): Promise<ActOutcome> {
  const { studentId, year, term } = details;
  const { action, caller, request } = undoing;
  await undoRecords({
    ...{ acts: undoableTermReportActs, key: action.key, of: [TermReportEntity], by: caller, under: request },
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
  });
  await moveMarks(details, { caller, request });
  return 'written';
}

/** A refusal that is not worth a retry. */
const tooLate = 'too late';
type Refusal = typeof tooLate;
const toOutcome = (outcome: ActOutcome | Refusal): ActOutcome | 'refused' =>
  outcome === tooLate ? 'refused' : outcome;

async function moveBack(
  { studentId, from, to, teachers, pages, along }: Details<'class changed'>,
  undoing: Undoing,
): Promise<ActOutcome | 'refused'> {
  const { action, left, caller, request } = undoing;
  const isMoved = await moveStudent({
    ...{ studentId, from: to, to: from, teachers, pages, caller, request },
    ...(along && {
      subjects: async (followers) => {
        const back = await planSubjectsToGiveBack(along, { followers, act: action.key, to });
        left.splice(0, left.length, ...back.left);
        return back.along;
      },
    }),
    action: () => undone(undoing),
  });
  if (!isMoved) return 'refused';
  left.push(...(await keptLists({ studentId, to })));
  return 'written';
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
async function resetSetting(
  { year, term, setting }: Details<'setting changed'>,
  { action, caller, request }: Undoing,
): Promise<ActOutcome> {
  const toValue = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : null);
  const stateOf = (values: WrittenRecord['before']) => ({ value: values?.[setting], classes: values?.classes });
  await undoRecords({
    ...{ acts: undoableTermReportActs, key: action.key, of: [PeriodEntity], by: caller, under: request },
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
  });
  return 'written';
}

/** The subject changes that an undone change of class makes, and the subjects that it leaves, each with the reason. */
export interface SubjectsToGiveBack {
  along: SubjectChanges;
  left: string[];
}

/**
 * Gives up again what was taken up, unless it was changed or marked since. Takes again, with the earlier teacher, what was given up, unless
 * the student has it already or the subject was deleted. One request.
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
    left.push(`${titleOf(subjectId)} is still taken: ${isTouched ? 'it was changed' : 'marks were entered'} since.`);
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
