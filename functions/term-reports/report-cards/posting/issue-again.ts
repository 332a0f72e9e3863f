import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { JobEntity } from '../../../platform/jobs/store.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { notEqualTo } from '../../../platform/table/expression.ts';
import { cardProof } from '../card-proofs.ts';
import { withSignedLayouts } from '../layouts/signed-layout.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import {
  auditFieldOfFrozenVersion,
  PostedReportEntity,
  readHighestCopyVersionOfTerm,
  toStoredCopy,
} from './posted-reports.ts';
import {
  editionNumbersOf,
  keepPostingAct,
  type PostingItem,
  postingAuditSubject,
  postingUnchangedCheck,
  TermPostingEntity,
} from './postings.ts';
import { postingJobKey } from './report-jobs.ts';

/** The audit field that names a report which was issued again, and why. */
const issuedAgain = 'issued again';

/**
 * Freezes one report again, as the next edition of its posting, whose date stays. `refused`: the posting has changed
 * since it was read, or a run is posting the term.
 */
export async function issueReportCardAgain(
  posting: PostingItem,
  {
    school,
    card,
    layout,
    hadLeft = false,
    reason,
  }: { school: SchoolHead; card: ReportCard; layout: CardLayout; hadLeft?: boolean; reason: string },
  by: Authorship,
): Promise<ActOutcome> {
  const { year, term } = posting;
  // A stopped run may have left copies under the next number, which must stay hidden.
  const version = Math.max(posting.version, await readHighestCopyVersionOfTerm(posting)) + 1;
  const editions = editionNumbersOf(posting);
  const edition = { year, term, version, base: editions[0] ?? version, postedAt: by.request.now.toISOString(), reason };
  const after: PostingItem = { ...posting, version, editions: [...editions, version] };
  const studentId = card.student.id;
  const what = `${card.student.name}, ${card.student.classId}: report issued again (${reason})`;
  const [signed] = await withSignedLayouts([{ card, layout }], posting);
  const proofs = cardProof();
  const frozen = await proofs?.freeze([card], edition, school);
  const copies = { version, studentIds: [studentId], proofs: frozen };
  return commit({
    by,
    changes: [
      JobEntity.check({ name: 'post-term-reports', key: postingJobKey(posting) }, [
        { state: null },
        { state: notEqualTo('running') },
      ]),
      PostedReportEntity.create(
        toStoredCopy(edition, {
          school,
          card,
          layout: signed?.layout ?? layout,
          hadLeft,
          proof: frozen?.ofStudent.get(studentId),
        }),
      ),
      ...(frozen ? [frozen.change] : []),
      TermPostingEntity.put(after, postingUnchangedCheck(posting)),
      ...((await proofs?.posted({ ...after, editions: editionNumbersOf(after) }, { now: by.request.now, copies })) ??
        []),
    ],
    undo: keepPostingAct(after, { before: posting, what }),
    trail: {
      subject: postingAuditSubject(posting),
      changes: [
        { field: auditFieldOfFrozenVersion(version), before: null, after: [studentId] },
        { field: issuedAgain, before: null, after: { studentId, reason } },
      ],
    },
  });
}
