import type { Input } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { documentNumber, documentTitles, orderOfNumber } from '#shared/options/transcripts/kinds.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { logHeavyAct } from '../../platform/heavy-act.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { type Authorship, listAuditTrail } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { readStudents, studentAuditSubject } from '../../students/records/store.ts';
import { readLayoutsOfTerm } from '../../term-reports/report-cards/layouts/layout-of-card.ts';
import { type DocumentContent, letterheadOf, toStudentOfDocument } from './document-content.ts';
import { readTranscripts } from './read-transcripts.ts';
import { DocumentNumberEntity, readNextPlace, StudentDocumentEntity } from './records/issued-documents.ts';
import { signNumbered } from './sign-numbered.ts';

type Wanted = Input<typeof transcriptsContract.issueDocuments>;

export const issueDocuments = callHandler(transcriptsContract.issueDocuments, {
  handle: async ({ input, caller, request }) => {
    const { contents, left } = await planContents(input);
    if (contents.length === 0) {
      // Of several, those that are asked for in another request go on.
      if (left.length > 1) return { documents: [], left };
      throw new ValidationError({ student_ids: [left[0]?.reason ?? ''] });
    }
    const by = { caller, request };
    const documents = await writeDocuments(contents, by);
    if (contents.length > 1) logHeavyAct('issue-transcripts', caller);
    return { documents, left };
  },
});

/** What the documents are going to say, and who has nothing to print. */
async function planContents({ kind, student_ids: ids, words }: Wanted) {
  const studentIds = [...new Set(ids)];
  const [students, plans, layouts] = await Promise.all([
    readStudents(studentIds),
    kind === 'transcript' ? readTranscripts(studentIds) : null,
    readLayoutsOfTerm(1),
  ]);
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const contents: DocumentContent[] = [];
  const left: { student_id: string; reason: string }[] = [];
  for (const studentId of studentIds) {
    const student = byId.get(studentId);
    if (!student) {
      if (studentIds.length === 1) throw new NotFoundError(studentWordings.notFound);
      left.push({ student_id: studentId, reason: studentWordings.notFound });
      continue;
    }
    const terms = plans?.get(studentId)?.terms ?? [];
    const named = toStudentOfDocument(student);
    if (kind === 'transcript' && terms.length === 0) {
      const name = nameWithId({ name: named.name, student_id: studentId });
      left.push({ student_id: studentId, reason: transcriptWordings.nothingToPrint(name) });
      continue;
    }
    contents.push({
      kind,
      ...letterheadOf(school(), layouts(student.formLevel)),
      student: named,
      terms,
      words: words === '' ? null : words,
    });
  }
  return { contents, left };
}

/**
 * Writes documents under the next numbers, all or none. A request that was carried out before is answered with the
 * numbers that it gave.
 */
async function writeDocuments(contents: readonly DocumentContent[], by: Authorship) {
  const { caller, request } = by;
  const issuedIn = Number(schoolDay(request.now).slice(0, 4));
  return retryRefused({
    read: () => readNextPlace(issuedIn),
    attempt: async (next) => {
      const numbered = contents.map((content, index) => ({ content, number: documentNumber(issuedIn, next + index) }));
      const proofs = await signNumbered(numbered, { issuedIn, now: request.now });
      const outcome = await commit({
        by,
        changes: numbered
          .flatMap(({ content: { student, kind, ...content }, number }, index) => [
            DocumentNumberEntity.create({
              issuedIn,
              order: orderOfNumber(number),
              number,
              studentId: student.id,
              kind,
              issuedAt: request.now.toISOString(),
              issuedBy: caller.name,
              statusIndex: proofs?.signed[index]?.statusIndex,
            }),
            StudentDocumentEntity.create({
              studentId: student.id,
              number,
              format: 1,
              content: JSON.stringify({ kind, student, ...content } satisfies DocumentContent),
            }),
          ])
          .concat(proofs?.changes ?? []),
        trail: numbered.map(({ content: { student, kind }, number }) => ({
          subject: studentAuditSubject(student.id),
          changes: [{ field: documentTitles[kind], before: null, after: number }],
        })),
      });
      if (isRefused(outcome)) return 'refused';
      if (outcome === 'done') return readNumbersOfRequest(contents, request.idempotencyKey);
      return numbered.map(({ content, number }) => ({ student_id: content.student.id, number }));
    },
    what: 'the numbers of documents',
  });
}

/** The numbers that a request gave before, from the trail. */
const readNumbersOfRequest = (contents: readonly DocumentContent[], key: string) =>
  Promise.all(
    contents.map(async ({ student }) => {
      const rows = await listAuditTrail(studentAuditSubject(student.id));
      const row = rows.find(({ idempotencyKey }) => idempotencyKey === key);
      return { student_id: student.id, number: String(row?.changes[0]?.after ?? '') };
    }),
  );
