import { createHash } from 'node:crypto';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { callHandler, reportWorkbook } from '../../../platform/requests/call-handler.ts';
import { readMany } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import { requireStudent, studentKey } from '../../../students/records/store.ts';
import { readLayoutsOfTerm } from '../../../term-reports/report-cards/layouts/layout-of-card.ts';
import { IssuedFileEntity } from '../../signed-cards/records/issued-files.ts';
import { SignedDocumentEntity, type SignedDocumentItem } from '../../signed-cards/records/signed-documents.ts';
import { letterheadOf, toStudentOfDocument } from '../document-content.ts';
import { type OfficialPaper, renderOfficialPapers } from '../print/official-paper.ts';
import { readTranscripts } from '../read-transcripts.ts';
import { documentNumberKey, parseDocument, StudentDocumentEntity } from '../records/issued-documents.ts';
import { answersForDocuments } from '../sign-numbered.ts';

export const printDocuments = callHandler(transcriptsContract.printDocuments, {
  handle: async ({ input: { numbers, format }, request: { now } }) => {
    const papers = await readPapers([...new Set(numbers.split(','))]);
    if (format === 'xlsx') {
      // exceljs takes long to load: only workbooks load it.
      const { renderTranscriptWorkbook } = await import('../print/transcript-workbook.ts');
      return reportWorkbook(await renderTranscriptWorkbook(papers), `${fileNameOf(papers)}.xlsx`);
    }
    const bytes = renderOfficialPapers(papers);
    const [paper] = papers;
    // The file of one document is the document (rule 57); several in one file are figures to compare.
    if (papers.length === 1 && paper?.signed) await answerForDocument(bytes, paper.signed, now);
    return bytes;
  },
});

/**
 * Signs what the bytes of a document's file are. A request, and where the file is printed for the first time, by this
 * version of the program, those of the signer.
 */
async function answerForDocument(bytes: Uint8Array, signed: SignedDocumentItem, now: Date): Promise<void> {
  const { studentId, code, signedFor } = signed;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (await IssuedFileEntity.get({ studentId, code, sha256 })) return;
  const { answerForFile } = await import('../../signed-cards/proofs/answer-for-file.ts');
  await answerForFile(bytes, { studentId, proof: { code, signed: signed.signed, signedFor } }, now);
}

const fileNameOf = (papers: readonly OfficialPaper[]): string =>
  papers.length === 1 ? `Document ${papers[0]?.number}` : `Documents ${papers[0]?.number} and more`;

/** Documents in the order of their numbers as they were asked for. Three requests for each hundred. */
async function readPapers(
  numbers: readonly string[],
): Promise<(OfficialPaper & { signed: SignedDocumentItem | undefined })[]> {
  const issued = await readMany(numbers.map(documentNumberKey));
  const byNumber = new Map(issued.map((one) => [one.number, one]));
  const gone = issued.find(({ withdrawnAt }) => withdrawnAt !== undefined);
  if (gone) throw new ConflictError(transcriptWordings.withdrawn(gone.number));
  const keys = issued.map(({ studentId, number }) => ({ studentId, number }));
  const [stored, proofs] = await Promise.all([
    readMany(keys.map((key) => StudentDocumentEntity.key(key))),
    answersForDocuments() ? readMany(keys.map((key) => SignedDocumentEntity.key(key))) : [],
  ]);
  const signedOf = new Map(proofs.map((one) => [one.number, one]));
  const print =
    proofs.length > 0 ? (await import('../../signed-cards/proofs/printed-proof.ts')).printDocumentProof : null;
  const contents = new Map(stored.map((one) => [one.number, parseDocument(one)]));
  return numbers.map((number) => {
    const [content, of] = [contents.get(number), byNumber.get(number)];
    if (!content || !of) throw new NotFoundError(transcriptWordings.noSuchDocument);
    const signed = signedOf.get(number);
    return { content, number, issuedAt: new Date(of.issuedAt), signed, proof: signed && print ? print(signed) : null };
  });
}

export const printTranscriptDraft = callHandler(transcriptsContract.printTranscriptDraft, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ found, request: { now } }) => {
    const student = requireStudent(found.student);
    const [transcripts, layouts] = await Promise.all([readTranscripts([student.studentId]), readLayoutsOfTerm(1)]);
    const { terms = [] } = transcripts.get(student.studentId) ?? {};
    const named = toStudentOfDocument(student);
    if (terms.length === 0)
      throw new NotFoundError(
        transcriptWordings.nothingToPrint(nameWithId({ name: named.name, student_id: named.id })),
      );
    const content = {
      kind: 'transcript' as const,
      ...letterheadOf(school(), layouts(student.formLevel)),
      student: named,
      terms,
      words: null,
    };
    return renderOfficialPapers([{ content, number: null, issuedAt: now }]);
  },
});
