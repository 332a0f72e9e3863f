import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { findingWordings } from '#shared/options/truth-check/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { readClassOfTerm } from './class-contents.ts';
import {
  DismissedFindingEntity,
  type DismissedFindingItem,
  dismissalAuditSubject,
  openEnd,
  readDismissals,
} from './dismissed-finding.ts';
import { findInClass } from './findings-of-class.ts';
import { readTermToJudge } from './term-to-judge.ts';

/** The office log has dismissals where it has corrections of reports. */
const logKind = 'remarks';
const auditField = 'dismissedFinding';

/** The class is read again: what was dismissed is what is there now. */
export const dismissFinding = callHandler(truthCheckContract.dismissFinding, {
  handle: async ({ input: { class_id: classId, year, term, finding, reason }, caller, request }) => {
    requireFormLevel(classId);
    const ofTerm = await readTermToJudge({ year, term }, request.now);
    const found = (await findInClass(await readClassOfTerm(classId, ofTerm), ofTerm)).find(
      ({ key }) => key === finding,
    );
    if (!found) throw new ConflictError(findingWordings.changedSince);
    const { rule, studentId, subjectId, text } = found;
    if (rule === 'certain') throw new ConflictError(findingWordings.certainStays);
    const item: DismissedFindingItem = {
      year,
      term,
      classId,
      finding,
      until: openEnd,
      rule,
      ...(studentId === null ? {} : { studentId }),
      ...(subjectId === null ? {} : { subjectId }),
      text,
      reason,
      by: caller.name,
      at: request.now.toISOString(),
    };
    // Refused where somebody else has dismissed it: the first reason stays.
    await commit({
      by: { caller, request },
      changes: [DismissedFindingEntity.create(item)],
      trail: {
        subject: dismissalAuditSubject(item),
        changes: [{ field: auditField, before: null, after: `${text} ${reason}` }],
      },
      logKind,
    });
    return { ok: true as const };
  },
});

export const restoreFinding = callHandler(truthCheckContract.restoreFinding, {
  handle: async ({ input: { class_id: classId, year, term, finding }, caller, request }) => {
    const item = (await readDismissals({ year, term, classId })).get(finding);
    if (!item) return { ok: true as const };
    const takenBack = { ...item, until: request.now.toISOString(), takenBackBy: caller.name };
    const outcome = await commit({
      by: { caller, request },
      changes: [DismissedFindingEntity.remove(item, { at: item.at }), DismissedFindingEntity.create(takenBack)],
      trail: {
        subject: dismissalAuditSubject(item),
        changes: [{ field: auditField, before: `${item.text} ${item.reason}`, after: null }],
      },
      logKind,
    });
    if (isRefused(outcome)) throw new ConflictError(findingWordings.changedSince);
    return { ok: true as const };
  },
});
