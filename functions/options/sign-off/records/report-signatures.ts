import type { Stage } from '#shared/options/sign-off/stages.ts';
import type { Action } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { inOpenTerm } from '../../../school/records/open-terms.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import type { SignedContents } from './signed-contents.ts';

/**
 * Who signed a student's report of a term in a class, and what it said then. In another class the report is signed
 * again: its marks are compared with another class, and others are responsible for it.
 */
export interface ReportSignaturesItem extends Term {
  classId: string;
  studentId: string;
  /** Of each stage: account and display name of the signer, when (UTC), and the contents that were signed. */
  formTeacherId?: string | undefined;
  formTeacherBy?: string | undefined;
  formTeacherAt?: string | undefined;
  formTeacherOf?: SignedContents | undefined;
  deanId?: string | undefined;
  deanBy?: string | undefined;
  deanAt?: string | undefined;
  deanOf?: SignedContents | undefined;
  principalId?: string | undefined;
  principalBy?: string | undefined;
  principalAt?: string | undefined;
  principalOf?: SignedContents | undefined;
}

export const ReportSignaturesEntity = entity<ReportSignaturesItem>()({
  name: 'report-signatures',
  pk: 'sign-offs#${year}#${term}#${classId}',
  sk: 'student#${studentId}',
  guard: inOpenTerm,
});

/** The attributes of each stage. */
const attributesOf = {
  'form teacher': { id: 'formTeacherId', by: 'formTeacherBy', at: 'formTeacherAt', of: 'formTeacherOf' },
  dean: { id: 'deanId', by: 'deanBy', at: 'deanAt', of: 'deanOf' },
  principal: { id: 'principalId', by: 'principalBy', at: 'principalAt', of: 'principalOf' },
} as const satisfies Record<Stage, Record<'id' | 'by' | 'at' | 'of', keyof ReportSignaturesItem>>;

/** A signature. */
export interface Signature {
  accountId: string;
  /** Display name. */
  by: string;
  /** UTC. */
  at: string;
  of: SignedContents;
}

/** The signature of a stage; undefined where there is none. */
export function signatureOf(item: ReportSignaturesItem | undefined, stage: Stage): Signature | undefined {
  const names = attributesOf[stage];
  const [accountId, by, at, of] = [item?.[names.id], item?.[names.by], item?.[names.at], item?.[names.of]];
  return accountId !== undefined && by !== undefined && at !== undefined && of !== undefined
    ? { accountId, by, at, of }
    : undefined;
}

interface OfReport extends Term {
  classId: string;
  studentId: string;
}

/** Signs, while these stages are signed as they were read. */
export const signAction = (
  { year, term, classId, studentId }: OfReport,
  { stage, signature, read, asRead }: { stage: Stage; signature: Signature } & AsRead,
): Action => {
  const names = attributesOf[stage];
  return ReportSignaturesEntity.upsert(
    { year, term, classId, studentId },
    {
      set: {
        [names.id]: signature.accountId,
        [names.by]: signature.by,
        [names.at]: signature.at,
        [names.of]: signature.of,
      },
      where: whereAsRead({ read, asRead }),
    },
  );
};

/** Takes a signature back, while these stages are signed as they were read. */
export const takeBackAction = (
  { year, term, classId, studentId }: OfReport,
  { stage, read, asRead }: { stage: Stage } & AsRead,
): Action =>
  ReportSignaturesEntity.update(
    { year, term, classId, studentId },
    { remove: Object.values(attributesOf[stage]), where: whereAsRead({ read, asRead }) },
  );

interface AsRead {
  read: ReportSignaturesItem | undefined;
  asRead: readonly Stage[];
}

const whereAsRead = ({ read, asRead }: AsRead) =>
  Object.fromEntries(asRead.map((stage) => [attributesOf[stage].at, read?.[attributesOf[stage].at] ?? null]));

/** The signatures of a class, by student. One query. */
export async function readSignaturesOfClass(
  ofClass: Term & { classId: string },
): Promise<ReadonlyMap<string, ReportSignaturesItem>> {
  return new Map((await ReportSignaturesEntity.query(ofClass)).map((item) => [item.studentId, item]));
}

/** Names the signatures of a class in the audit trail. */
export const signaturesAuditSubject = ({ year, term, classId }: Term & { classId: string }): string =>
  `report-signatures#${year}#${term}#${classId}`;
