import { authRefusals } from '#shared/accounts/wordings.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { stages } from '#shared/options/sign-off/stages.ts';
import { signOffWordings } from '#shared/options/sign-off/wordings.ts';
import { ConflictError, ForbiddenError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import {
  readSignaturesOfClass,
  signAction,
  signatureOf,
  signaturesAuditSubject,
  takeBackAction,
} from '../records/report-signatures.ts';
import { readReportsToSign } from '../records/reports-of-class.ts';
import { nameOfContents } from '../records/signed-contents.ts';
import { requirePost, signingKeys } from '../records/signing-posts.ts';
import { isReadyFor } from '../records/stages-of-report.ts';

/** The office log has signatures where it has the posting. */
const logKind = 'posting';

/**
 * Signs what was seen, all of it or nothing: a report that says something else now is looked at again. What changes
 * between this and the write makes the signature fall back, for it is of what was seen.
 */
export const signReports = callHandler(signOffContract.signReports, {
  prefetch: signingKeys,
  handle: async ({ input: { class_id: classId, year, term, as: stage, reports: seen }, caller, found, request }) => {
    const post = requirePost({ year, classId, stage }, { caller, found });
    requireFormLevel(classId);
    const reports = await readReportsToSign({ year, term, classId });
    const asked = [...new Map(seen.map((one) => [one.student_id, one])).values()].map((one) => ({
      ...one,
      report: reports.get(one.student_id),
    }));
    const isAsSeen = ({ report, contents }: (typeof asked)[number]) =>
      report !== undefined && nameOfContents(report.contents) === contents;
    const others = asked.filter((one) => !isAsSeen(one)).length;
    if (others > 0) throw new ConflictError(signOffWordings.changedSince(others));
    const open = asked.flatMap(({ report }) =>
      report && report.stages.find((one) => one.stage === stage)?.state !== 'signed' ? [report] : [],
    );
    // Signed already, of the same contents: by a request that was sent again, or in another tab.
    if (open.length === 0) return { ok: true as const };
    const early = open.find((one) => !isReadyFor(stage, one));
    if (early?.awaits) {
      const waiting = open.filter((one) => !isReadyFor(stage, one)).length;
      throw new ConflictError(signOffWordings.notReady(early.awaits, waiting));
    }
    const before = stages.slice(0, stages.indexOf(stage) + 1);
    const outcome = await commit({
      by: { caller, request },
      changes: open.map(({ report: { studentId }, contents, signatures }) =>
        signAction(
          { year, term, classId, studentId },
          {
            stage,
            signature: {
              accountId: caller.accountId,
              by: caller.name,
              at: request.now.toISOString(),
              of: contents,
            },
            read: signatures,
            asRead: before,
          },
        ),
      ),
      guards: { post },
      trail: {
        subject: signaturesAuditSubject({ year, term, classId }),
        changes: [{ field: stage, before: null, after: open.map(({ report }) => report.studentId) }],
      },
      logKind,
    });
    refuse(outcome, open.length);
    return { ok: true as const };
  },
});

/**
 * Takes back signatures of a stage, for the holder of its post now. What somebody signed after it is taken back first.
 */
export const takeBackSignatures = callHandler(signOffContract.takeBackSignatures, {
  prefetch: signingKeys,
  handle: async ({ input: { class_id: classId, year, term, as: stage, student_ids }, caller, found, request }) => {
    const post = requirePost({ year, classId, stage }, { caller, found });
    requireFormLevel(classId);
    const signatures = await readSignaturesOfClass({ year, term, classId });
    const signed = [...new Set(student_ids)].flatMap((studentId) => {
      const item = signatures.get(studentId);
      return signatureOf(item, stage) && item ? [item] : [];
    });
    if (signed.length === 0) return { ok: true as const };
    const later = stages.slice(stages.indexOf(stage) + 1);
    const [after] = later.filter((one) => signed.some((item) => signatureOf(item, one)));
    if (after) throw new ConflictError(signOffWordings.signedAfter(after));
    const outcome = await commit({
      by: { caller, request },
      changes: signed.map((item) =>
        takeBackAction(
          { year, term, classId, studentId: item.studentId },
          { stage, read: item, asRead: [stage, ...later] },
        ),
      ),
      guards: { post },
      trail: {
        subject: signaturesAuditSubject({ year, term, classId }),
        changes: [{ field: stage, before: signed.map(({ studentId }) => studentId), after: null }],
      },
      logKind,
    });
    refuse(outcome, signed.length);
    return { ok: true as const };
  },
});

/** @throws ForbiddenError where the post was lost meanwhile, ConflictError where a signature is another one */
function refuse(outcome: ActOutcome, count: number): void {
  if (!isRefused(outcome)) return;
  throw typeof outcome === 'object' && outcome.refused === 'post'
    ? new ForbiddenError(authRefusals.forbidden)
    : new ConflictError(signOffWordings.changedSince(count));
}
