import { signAction, signaturesAuditSubject } from '#functions/options/sign-off/records/report-signatures.ts';
import { readReportsToSign, toReportToSign } from '#functions/options/sign-off/records/reports-of-class.ts';
import { listAllEmployees, readTeachersOfClasses } from '#functions/people/records/store.ts';
import { commit } from '#functions/platform/table/acts/commit.ts';
import { principalPostsOf } from '#shared/options/sign-off/settings.ts';
import { type Stage, stages } from '#shared/options/sign-off/stages.ts';
import { addDays } from '../../demo-school/calendar.ts';
import type { Seeding } from '../../demo-school/types.ts';

/** How far the first classes of the school are, so that the board has something at every stage. */
const signedBy: readonly (readonly Stage[])[] = [stages, ['form teacher', 'dean'], ['form teacher']];

/**
 * Signatures on reports of the current term, which takes them: of the first class by all, of the second without the
 * principal's, of the third by the form teacher alone. The first report of the second class has changed since. Six acts
 * of the signers, some two hundred signatures.
 */
export async function seedSignatures({ school, today, current }: Seeding): Promise<void> {
  const classIds = school.formClasses.slice(0, signedBy.length).map(({ id }) => id);
  const [{ posts, names }, employees] = await Promise.all([
    readTeachersOfClasses(classIds, current.year),
    listAllEmployees(),
  ]);
  const heads = principalPostsOf(school);
  const head = employees.find(({ postId, deletedAt }) => postId !== undefined && heads.includes(postId) && !deletedAt);
  const signerOf = (classId: string, stage: Stage) => {
    if (stage !== 'principal') return posts.find((post) => post.classId === classId && post.as === stage);
    return head && { employeeId: head.employeeId, name: `${head.firstName} ${head.lastName}` };
  };
  for (const [index, classId] of classIds.entries()) {
    const reports = [...(await readReportsToSign({ ...current, classId })).values()];
    for (const [step, stage] of (signedBy[index] ?? []).entries()) {
      const signer = signerOf(classId, stage);
      if (!signer) break;
      const { employeeId: accountId } = signer;
      const by = names.get(accountId) ?? signer.name;
      const day = addDays(today, step - stages.length);
      const now = new Date(`${day}T19:${String(10 + index).padStart(2, '0')}:00.000Z`);
      const changes = reports.map(({ report, records, contents }, place) => {
        const late = (report.timesLate ?? 0) + 1;
        const hasChanged = index === 1 && place === 0;
        const of = hasChanged ? toReportToSign({ ...report, timesLate: late }, records, undefined).contents : contents;
        return signAction(
          { ...current, classId, studentId: report.studentId },
          { stage, signature: { accountId, by, at: now.toISOString(), of }, read: undefined, asRead: [stage] },
        );
      });
      const signed = reports.map(({ report }) => report.studentId);
      await commit({
        by: {
          caller: { accountId, name: by },
          request: { now, idempotencyKey: `demo-signatures-${classId}-${stage}` },
        },
        changes,
        trail: {
          subject: signaturesAuditSubject({ ...current, classId }),
          changes: [{ field: stage, before: null, after: signed }],
        },
        logKind: 'posting',
      });
    }
  }
}
